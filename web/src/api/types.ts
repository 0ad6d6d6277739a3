// Generated from the server's OpenAPI document by `make docs`. Do not edit.

export interface AboutGuide {
  engine: EngineName;
  embedded: boolean;
}

export interface AboutItem {
  suggestedContent: string | null;
  areaHint: null;
}

export interface Accepted {
  sessionId: string;
  session: Session;
  user: UserView;
  token: string | null;
}

export type Action = "SIGN_COMPACT" | "TALK" | "FEEL_HEARD" | "CONTINUE" | "INVITE" | "PAUSE" | "RESUME" | "ARCHIVE" | "LEAVE" | "FINISH_ALONE" | "REVIEW_NEEDS" | "SHARE_NEEDS" | "CONFIRM_COMMON_GROUND" | "PROPOSE_COMMON_GROUND" | "ADD_IDEAS" | "BE_READY" | "REOPEN" | "RANK" | "PROPOSE_AGREEMENT" | "CONFIRM_AGREEMENT" | "RESOLVE" | "CLOSE";

export interface AddressChange {
  email: string;
  password?: string | null;
}

export interface AddressMove {
  token: string;
  password?: string | null;
}

export type AgreementStatus = "PROPOSED" | "AGREED" | "IN_PROGRESS" | "COMPLETED" | "ABANDONED";

export type AgreementType = "MICRO_EXPERIMENT" | "COMMITMENT" | "CHECK_IN";

export interface AgreementView {
  description: string;
  duration: string | null;
  measureOfSuccess: string | null;
  place: string | null;
  followUpDate: string | null;
  id: string;
  type: AgreementType;
  strategyId: string | null;
  status: AgreementStatus;
  version: number;
  wordedByMe: boolean;
  agreedByMe: boolean;
  agreedByPartner: boolean;
  agreedAt: string | null;
}

export type AnswerKind = "accept" | "refine" | "decline";

export interface Asked {
  count?: number;
  focusNeeds?: (string)[];
}

export interface AttemptAnswer {
  attempt: MyAttempt | null;
  help: Help | null;
}

export type Author = "ME" | "PARTNER" | "GUIDE";

export interface BadgeCount {
  total: number;
  sessions: (SessionBadge)[];
}

export type By = "ME" | "PARTNER" | "BOTH";

export interface CareState {
  since: string;
  urgent: boolean;
  about: Label | null;
}

export interface ChangedNeed {
  need?: string | null;
  category?: NeedCategory | null;
  description?: string | null;
}

export interface CheckInsAnswer {
  agreement: AgreementView;
  mine: LookBackView | null;
  partner: LookBackView | null;
  help: Help | null;
}

export interface CheckInsView {
  agreement: AgreementView;
  mine: LookBackView | null;
  partner: LookBackView | null;
}

export interface ChosenNeeds {
  needIds: (string)[];
}

export interface ClosingAnswer {
  closed: boolean;
  askedByMe: boolean;
  askedByPartner: boolean;
  session: Session;
}

export interface CoachStart {
  offerId: string;
  suggestedContent: string | null;
  suggestedReason: string;
  areaHint?: null;
  offerMessage: string;
  currentDraft: string | null;
  iteration: number;
}

export interface CoachTalk {
  messages: (CoachTurn)[];
}

export interface CoachTurn {
  role: "user" | "assistant";
  content: string;
}

export interface CompactStatus {
  signed: boolean;
  signedAt: string | null;
  partnerSigned: boolean;
}

export interface ComparisonView {
  mine: (SharedNeedView)[];
  partner: (SharedNeedView)[];
}

export type ConcernKind = "threat" | "slur" | "contempt";

export interface Confirmation {
  duration?: string | null;
  measureOfSuccess?: string | null;
  place?: string | null;
  followUpDate?: string | null;
  confirmed: boolean;
  modification?: string | null;
}

export interface ConfirmationAnswer {
  agreement: AgreementView;
  sessionCanResolve: boolean;
  help: Help | null;
}

export interface ConfirmedFeeling {
  feeling: string;
  most?: boolean;
}

export interface ConsentAnswer {
  consent: ConsentView;
}

export type ConsentTarget = "EMPATHY_STATEMENT" | "SHARED_CONTEXT" | "VALIDATION_FEEDBACK" | "NEED" | "COMMON_GROUND" | "STRATEGY_PROPOSAL" | "AGREEMENT" | "CHECK_IN";

export interface ConsentView {
  id: string;
  sessionId: string;
  targetType: ConsentTarget;
  content: string;
  to: string;
  grantedAt: string;
  revokedAt: string | null;
  seenAt: string | null;
}

export interface Counts {
  pending: number;
}

export interface CreatedSession {
  session: Session;
  invitation: InvitationLinkView;
  help: Help | null;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Declined {
  declined: boolean;
}

export interface Deletion {
  confirm: boolean;
  password?: string | null;
}

export type Delivery = "PENDING" | "DELIVERED" | "SEEN";

export interface DeviceView {
  id: string;
  name: string;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
}

export type Done = "YES" | "PARTLY" | "NO";

export interface Draft {
  content: string;
  readyToShare: boolean;
  feelings: (string)[];
  updatedAt: string;
}

export interface DraftAnswer {
  draft: Draft | null;
  concern: ConcernKind | null;
  help: Help | null;
}

export interface EmotionAnswer {
  emotion: EmotionView;
  suggestPause: boolean;
  help: Help | null;
}

export interface EmotionView {
  id: string;
  intensity: number;
  context: string | null;
  createdAt: string;
}

export interface EndpointBody {
  endpoint: string;
}

export type EngineName = "embedded" | "anthropic" | "bedrock" | "openai";

export interface Erasure {
  confirm: boolean;
}

export interface ErrorBody {
  code: string;
  message: string;
  details?: Record<string, unknown> | null;
}

export interface ErrorEnvelope {
  success?: false;
  error: ErrorBody;
}

export interface EveryAgreement {
  agreements: (AgreementView)[];
}

export type ExchangeAction = "CONSENT" | "RESUBMIT" | "KEEP" | "WITHDRAW" | "SHARE" | "DECLINE" | "VALIDATE" | "ACCEPT_DIFFERENCE";

export interface ExchangeView {
  myAttempt: MyAttempt | null;
  partnerAttempt: PartnerAttempt | null;
  sharedContext: (ReceivedContext)[];
  hasNewSharedContext: boolean;
  messageCountSinceSharedContext: number;
  mySharedContext: (MyContext)[];
  waitingFor: WaitingFor | null;
  actions: (ExchangeAction)[];
  version: number;
}

export interface FeelHeardBody {
  confirmed: boolean;
  feelings?: (ConfirmedFeeling)[];
  words?: string | null;
}

export interface FeelingView {
  feeling: string;
  family: string;
}

export interface FinalWords {
  finalContent: string;
  offerId: string;
}

export interface Finalized {
  message: string;
  sharedMessage: SharedMessage;
  nextAction: NextAction;
  help: Help | null;
}

export interface GroundAnswer {
  commonGround: (GroundItemView)[];
  analysisComplete: boolean;
  bothConfirmed: boolean;
  help: Help | null;
}

export interface GroundItemView {
  id: string;
  need: string;
  category: NeedCategory | null;
  description: string;
  kind: GroundKind;
  proposedByMe: boolean;
  confirmedByMe: boolean;
  confirmedByPartner: boolean;
  confirmedAt: string | null;
}

export type GroundKind = "NEED" | "SEEN";

export interface GroundView {
  commonGround: (GroundItemView)[];
  analysisComplete: boolean;
  bothConfirmed: boolean;
}

export interface GroundWord {
  commonGroundId: string;
  confirmed: boolean;
}

export interface GroundWords {
  confirmations: (GroundWord)[];
}

export interface HeardStatus {
  confirmed: boolean;
  confirmedAt: string | null;
  stage: number;
  partnerCompleted: boolean;
  help: Help | null;
}

export interface Help {
  label: string | null;
  region: string | null;
  resources: (HelpResource)[];
  words: string | null;
}

export interface HelpResource {
  name: string;
  contact: string;
  kind: ResourceKind;
  hours: string;
  source: string;
  languages: (string)[];
  checked: string | null;
}

export interface IdeaAnswer {
  strategy: StrategyView;
  totalStrategies: number;
  refinement: RefinementView | null;
  help: Help | null;
}

export type Inquiry = "afraid" | "hurt" | "ending";

export interface InvitationAnswer {
  invitation: InvitationLinkView;
}

export interface InvitationLinkView {
  token: string;
  url: string;
  expiresAt: string;
  mailed: boolean;
}

export interface InvitationPreview {
  inviterName: string;
  partnerName: string;
  topic: string | null;
  message: string | null;
  expiresAt: string;
}

export interface InvitationRequest {
  email?: string | null;
  message?: string | null;
}

export type InvitationState = "OPEN" | "EXPIRED" | "DECLINED";

export interface Item {
  type: PendingType;
  priority: Priority;
  itemId: string;
  createdAt: string;
  seenAt: string | null;
  data: AboutItem;
}

export interface Judged {
  status: Status;
  outcome: Verdict;
  stageCompleted: boolean;
  help: Help | null;
}

export interface Judgement {
  rating?: Verdict | null;
  validated?: boolean | null;
  feedback?: string | null;
  shareFeedback?: boolean;
}

export interface Keys {
  p256dh: string;
  auth: string;
}

export type Kind = "INVITED" | "JOINED" | "COMPACT_SIGNED" | "FELT_HEARD" | "EMPATHY_SENT" | "CONTEXT_SHARED" | "EMPATHY_REVEALED" | "EMPATHY_VALIDATED" | "STAGE_COMPLETED" | "AGREED" | "RESOLVED" | "PAUSED" | "ENDED";

export type Label = "suicide" | "child" | "abuse" | "coercion" | "fear" | "harm_others" | "selfharm";

export interface LinkAnswer {
  purpose: Purpose;
  email: string;
  emailProven: boolean;
  hasPassword: boolean;
  signedIn: boolean;
}

export interface LinkRequest {
  email: string;
}

export interface LinkToken {
  token: string;
}

export interface ListOfConsentView {
  items: (ConsentView)[];
  nextCursor: string | null;
}

export interface ListOfDeviceView {
  items: (DeviceView)[];
  nextCursor: string | null;
}

export interface ListOfEmotionView {
  items: (EmotionView)[];
  nextCursor: string | null;
}

export interface ListOfMessage {
  items: (Message)[];
  nextCursor: string | null;
}

export interface ListOfMoment {
  items: (Moment)[];
  nextCursor: string | null;
}

export interface ListOfSessionItem {
  items: (SessionItem)[];
  nextCursor: string | null;
}

export interface Live {
  status?: "live";
}

export interface LookBackView {
  done: Done;
  wish: Wish | null;
  felt: string | null;
  shared: boolean;
  at: string;
}

export interface Me {
  id: string;
  name: string;
  relation: Relation | null;
  stage: number;
  stages: Record<string, StageState>;
}

export interface Message {
  id: string;
  seq: number;
  role: Role;
  author: Author;
  content: string;
  stage: number;
  createdAt: string;
  replyTo: string | null;
  replyState: ReplyState | null;
}

export interface MessageAndReply {
  message: Message;
  reply: Message | null;
  draft: string | null;
  readyToShare: boolean;
  feelHeardOffered: boolean;
  intensity: number | null;
  help: Help | null;
}

export interface Moment {
  kind: Kind;
  by: By;
  at: string;
}

export interface MyAttempt {
  id: string;
  status: Status;
  content: string;
  revision: number;
  sharedAt: string;
  revealedAt: string | null;
  deliveryStatus: Delivery;
  overdue: boolean;
  outcome: Verdict | null;
}

export interface MyContext {
  id: string;
  content: string;
  sharedAt: string | null;
  deliveryStatus: Delivery;
}

export type NeedCategory = "SAFETY" | "CONNECTION" | "AUTONOMY" | "RECOGNITION" | "MEANING" | "FAIRNESS";

export interface NeedView {
  id: string;
  need: string;
  category: NeedCategory;
  description: string;
  evidence: (string)[];
  confirmed: boolean;
  source: Source;
  confidence: number | null;
  shared: boolean;
  needsReframing: string | null;
}

export interface NeedWord {
  needId: string;
  confirmed: boolean;
  adjustment?: string | null;
}

export interface NeedWords {
  confirmations: (NeedWord)[];
}

export interface NewAgreement {
  description: string;
  duration?: string | null;
  measureOfSuccess?: string | null;
  place?: string | null;
  followUpDate?: string | null;
  strategyId?: string | null;
  type: AgreementType;
}

export interface NewCheckIn {
  done: Done;
  wish: Wish;
  felt?: string | null;
  share?: boolean;
}

export interface NewConsent {
  consent: boolean;
  content?: string;
  feelings?: (string)[];
}

export interface NewDraft {
  content: string;
  readyToShare?: boolean;
  feelings?: (string)[];
}

export interface NewEmotion {
  intensity: number;
  context?: string | null;
}

export interface NewGround {
  need?: string;
  category?: NeedCategory | null;
  description?: string;
  kind?: GroundKind;
}

export interface NewMessage {
  content: string;
  emotionalIntensity?: number | null;
}

export interface NewNeed {
  need: string;
  category: NeedCategory;
  description?: string;
}

export interface NewRanking {
  rankedIds: (string)[];
}

export interface NewSession {
  partnerName: string;
  topic?: string | null;
  relation?: Relation | null;
}

export interface NewStrategy {
  description: string;
  needsAddressed?: (string)[];
  duration?: string | null;
  measureOfSuccess?: string | null;
}

export interface NewWords {
  content: string;
  feelings?: (string)[];
}

export interface Newcomer {
  name?: string | null;
  email?: string | null;
  password?: string | null;
  relation?: Relation | null;
}

export type NextAction = "rerun_reconciler" | "wait_for_partner";

export interface Notes {
  notes: string;
}

export interface Nothing {
}

export type Occasion = "BEGINNING" | "FIRST_CONSENT";

export interface OfferAnswer {
  offerId?: string | null;
  action: AnswerKind;
  content?: string | null;
  instructions?: string | null;
}

export type OfferStatus = "PENDING" | "OFFERED" | "ACCEPTED" | "DECLINED" | "EXPIRED" | "SUPERSEDED";

export interface OneGround {
  item: GroundItemView;
  help: Help | null;
}

export interface OneNeed {
  need: NeedView;
  help: Help | null;
}

export interface OverlapView {
  overlap: (StrategyView)[];
  phase: Phase;
}

export interface OwnInvitation {
  status: InvitationState;
  expiresAt: string;
}

export interface OwnNeeds {
  needs: (NeedView)[];
  help: Help | null;
}

export interface OwnTurn {
  kind: TurnKind;
  waitingFor: WaitingFor | null;
  actions: (Action)[];
}

export interface Partner {
  name: string;
  joined: boolean;
  stage: number | null;
}

export interface PartnerAnswer {
  attempt: PartnerAttempt | null;
}

export interface PartnerAttempt {
  id: string;
  content: string;
  revealedAt: string;
  status: Status;
  myVerdict: Verdict | null;
}

export interface PasswordChange {
  currentPassword?: string | null;
  password: string;
}

export interface PasswordReset {
  token: string;
  password: string;
}

export interface Pauses {
  byMe: boolean;
  byPartner: boolean;
}

export interface PendingActions {
  items: (Item)[];
  unviewedCount: number;
  lastUpdated: string;
}

export type PendingType = "share_offer" | "context_received" | "empathy_awaiting_validation" | "validate_partner_empathy" | "needs_to_confirm" | "common_ground_to_confirm" | "ranking_due" | "agreement_to_confirm" | "follow_up_due";

export type Phase = "COLLECTING" | "RANKING" | "REVEALING" | "NEGOTIATING" | "AGREED";

export interface PhaseView {
  phase: Phase;
}

export interface PoolView {
  strategies: (StrategyView)[];
  hiddenIds: (string)[];
  aiSuggestionsAvailable: boolean;
  phase: Phase;
}

export interface PreferencesBody {
  email: boolean;
  push: boolean;
  quietHours: QuietHoursBody | null;
}

export type Priority = "high" | "medium";

export interface ProfileChange {
  name?: string;
  locale?: string | null;
  region?: string | null;
  timeZone?: string | null;
}

export interface ProposalAnswer {
  agreement: AgreementView;
  awaitingPartnerConfirmation: boolean;
  help: Help | null;
}

export interface ProposedFeedback {
  proposedFeedback: string | null;
  help: Help | null;
}

export type Purpose = "SIGN_IN" | "NEW_PASSWORD" | "NEW_EMAIL";

export interface PushKey {
  key: string | null;
}

export interface Queue {
  waiting: number;
  dead: number;
  oldestSeconds: number;
}

export interface QuietHoursBody {
  from: string;
  to: string;
}

export interface RankingView {
  submitted: boolean;
  submittedAt: string;
  partnerSubmitted: boolean;
  awaitingReveal: boolean;
}

export interface ReadinessView {
  ready: boolean;
  partnerReady: boolean;
  canStartRanking: boolean;
}

export interface Ready {
  status?: "ready";
  database: "sqlite" | "postgresql";
  engine: EngineName;
  jobs: Queue;
}

export interface ReceivedContext {
  id: string;
  content: string;
  sharedAt: string | null;
  iteration: number;
}

export interface Redemption {
  token: string;
  password?: string | null;
  takeOver?: boolean;
}

export interface Refined {
  response: string;
  proposedRevision: string | null;
  canResubmit: boolean;
  help: Help | null;
}

export interface RefinementView {
  original: string;
  refined: string;
  reason: string;
}

export interface Refining {
  message: string;
}

export interface Registration {
  email: string;
  password: string;
  name: string;
}

export type Relation = "COUPLE" | "FORMER_COUPLE" | "PARENT_AND_CHILD" | "RELATIVES" | "FRIENDS" | "FLATMATES" | "COLLEAGUES" | "FOUNDERS" | "OTHER";

export type ReplyState = "PENDING" | "DONE" | "FAILED" | "STOPPED";

export interface ResolutionView {
  resolved: boolean;
  resolvedAt: string;
  agreements: (AgreementView)[];
  followUpScheduled: boolean;
}

export type ResourceKind = "emergency" | "suicide" | "violence" | "children" | "emotional";

export interface Responded {
  status: OfferStatus;
  sharedMessage: SharedMessage | null;
  proposedContent: string | null;
  response: string | null;
  help: Help | null;
}

export type Role = "USER" | "AI" | "EMPATHY_STATEMENT" | "SHARED_CONTEXT" | "EMPATHY_REVEAL_INTRO" | "EMPATHY_VALIDATION_PROMPT" | "VALIDATION_FEEDBACK";

export interface ScreeningBody {
  afraid?: Told;
  hurt?: Told;
  ending?: Told;
}

export interface ScreeningView {
  offered: Occasion | null;
  questions: (Inquiry)[];
  help: Help | null;
}

export interface SeenUpTo {
  seq: number;
}

export interface SeenView {
  seenAt: string;
}

export interface Session {
  id: string;
  status: SessionStatus;
  topic: string | null;
  version: number;
  paused: Pauses;
  me: Me;
  partner: Partner;
  invitation: OwnInvitation | null;
  turn: OwnTurn;
  empathy: ExchangeView;
  pendingActions: (Item)[];
  counts: Counts;
  phase: Phase | null;
  closing: Pauses;
  care: CareState | null;
}

export interface SessionAnswer {
  session: Session;
}

export interface SessionBadge {
  sessionId: string;
  count: number;
  types: (PendingType)[];
}

export interface SessionItem {
  id: string;
  status: SessionStatus;
  partnerName: string;
  topic: string | null;
  stage: number;
  turn: TurnKind;
  waitingFor: WaitingFor | null;
  badgeCount: number;
  lastActivityAt: string;
}

export type SessionStatus = "INVITED" | "ACTIVE" | "RESOLVED" | "ENDED";

export interface SharedMessage {
  id: string;
  content: string;
  createdAt: string;
}

export interface SharedNeedView {
  id: string;
  need: string;
  category: NeedCategory;
  description: string;
}

export interface SignIn {
  user: UserView;
  token: string;
  expiresAt: string;
}

export type Source = "GUIDE" | "MEMBER";

export interface StageState {
  status: StageStatus;
  gates: Record<string, string | null>;
}

export type StageStatus = "NOT_STARTED" | "IN_PROGRESS" | "GATE_PENDING" | "COMPLETED";

export interface StatedRelation {
  relation: Relation | null;
}

export type Status = "HELD" | "ANALYZING" | "AWAITING_SHARING" | "REFINING" | "READY" | "REVEALED" | "VALIDATED";

export interface StatusAnswer {
  status: Status;
  message: string;
  help: Help | null;
}

export interface Stopped {
  stopped: boolean;
}

export interface StrategyView {
  id: string;
  description: string;
  needsAddressed: (string)[];
  duration: string | null;
  measureOfSuccess: string | null;
}

export interface Subscription {
  endpoint: string;
  keys: Keys;
}

export interface SuggestedFeelings {
  feelings: (FeelingView)[];
  more: (FeelingView)[];
}

export interface Suggestion {
  offerId: string;
  guesserName: string;
  suggestedContent: string | null;
  reason: string;
  iteration: number;
  expiresAt: string | null;
}

export interface SuggestionAnswer {
  hasSuggestion: boolean;
  suggestion: Suggestion | null;
}

export interface Suggestions {
  suggestions: (StrategyView)[];
  source?: "AI_GENERATED";
}

export type Told = "yes" | "no" | "rather_not";

export type TurnKind = "YOURS" | "GUIDE" | "PARTNER";

export interface UserAnswer {
  user: UserView;
}

export interface UserView {
  id: string;
  email: string;
  name: string;
  locale: string | null;
  region: string | null;
  timeZone: string | null;
  emailProven: boolean;
  hasPassword: boolean;
  inherited: boolean;
}

export type Verdict = "ACCURATE" | "PARTIAL" | "MISSES" | "DIFFERENCE";

export type WaitingFor = "PARTNER_JOIN" | "PARTNER_STAGE1" | "ANALYSIS" | "PARTNER_SHARE" | "PARTNER_STATEMENT" | "PARTNER_VALIDATION" | "PARTNER_REVISION" | "PARTNER_NEEDS" | "PARTNER_COMMON_GROUND" | "PARTNER_IDEAS" | "PARTNER_RANKING" | "PARTNER_AGREEMENT";

export interface WholeSession {
  id: string;
  status: SessionStatus;
  topic: string | null;
  version: number;
  paused: Pauses;
  me: Me;
  partner: Partner;
  invitation: OwnInvitation | null;
  turn: OwnTurn;
  empathy: ExchangeView;
  pendingActions: (Item)[];
  counts: Counts;
  phase: Phase | null;
  closing: Pauses;
  care: CareState | null;
  draft: Draft | null;
  draftConcern: ConcernKind | null;
  needs: (NeedView)[];
  comparison: ComparisonView | null;
  ground: GroundView | null;
  pool: PoolView | null;
  readiness: ReadinessView | null;
  ranking: RankingView | null;
  overlap: OverlapView | null;
  agreements: (CheckInsView)[];
}

export interface WholeSessionAnswer {
  session: WholeSession;
}

export type Wish = "COMPLETE" | "EXTEND" | "ABANDON";

export interface WordsAnswer {
  concern: ConcernKind | null;
}

export interface WordsToShare {
  content: string;
}

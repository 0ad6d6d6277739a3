// Generated from the server's OpenAPI document by `make docs`. Do not edit.

export interface AboutGuide {
  engine: EngineName;
  embedded: boolean;
}

export interface Accepted {
  sessionId: string;
  session: Session;
  user: User;
  token: string | null;
}

export type Action = "SIGN_COMPACT" | "TALK" | "FEEL_HEARD" | "CONTINUE" | "INVITE" | "PAUSE" | "RESUME" | "ARCHIVE" | "LEAVE";

export interface CompactStatus {
  signed: boolean;
  signedAt: string | null;
  partnerSigned: boolean;
}

export interface ConfirmedFeeling {
  feeling: string;
  most?: boolean;
}

export interface CreatedSession {
  session: Session;
  invitation: Invitation;
  help: Help | null;
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Declined {
  declined: boolean;
}

export interface Device {
  id: string;
  name: string;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
}

export interface Emotion {
  id: string;
  intensity: number;
  context: string | null;
  createdAt: string;
}

export interface EmotionAnswer {
  emotion: Emotion;
  suggestPause: boolean;
  help: Help | null;
}

export type EngineName = "embedded" | "anthropic" | "bedrock" | "openai";

export interface ErrorBody {
  code: string;
  message: string;
  details?: Record<string, unknown> | null;
}

export interface ErrorEnvelope {
  success?: false;
  error: ErrorBody;
}

export interface Exchange {
  message: Message;
  reply: Message | null;
  draft: string | null;
  readyToShare: boolean;
  feelHeardOffered: boolean;
  intensity: number | null;
  help: Help | null;
}

export interface FeelHeard {
  confirmed: boolean;
  feelings?: (ConfirmedFeeling)[];
  words?: string | null;
}

export interface Feeling {
  feeling: string;
  family: string;
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
  languages: (string)[];
  source: string;
  checked: string | null;
}

export interface Invitation {
  token: string;
  url: string;
  expiresAt: string;
  mailed: boolean;
}

export interface InvitationAnswer {
  invitation: Invitation;
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

export interface InvitationStatus {
  status: InvitationState;
  expiresAt: string;
}

export interface LinkRequest {
  email: string;
}

export interface LinkToken {
  token: string;
}

export interface ListOfDevice {
  items: (Device)[];
  nextCursor: string | null;
}

export interface ListOfEmotion {
  items: (Emotion)[];
  nextCursor: string | null;
}

export interface ListOfMessage {
  items: (Message)[];
  nextCursor: string | null;
}

export interface ListOfSessionItem {
  items: (SessionItem)[];
  nextCursor: string | null;
}

export interface Live {
  status?: "live";
}

export interface Me {
  id: string;
  name: string;
  stage: number;
  stages: Record<string, StageState>;
}

export interface Message {
  id: string;
  seq: number;
  role: Role;
  content: string;
  stage: number;
  createdAt: string;
  replyTo: string | null;
  replyState: ReplyState | null;
}

export interface NewEmotion {
  intensity: number;
  context?: string | null;
}

export interface NewMessage {
  content: string;
  emotionalIntensity?: number | null;
}

export interface NewSession {
  partnerName: string;
  topic?: string | null;
}

export interface Newcomer {
  name?: string | null;
  email?: string | null;
  password?: string | null;
}

export interface Nothing {
}

export interface Partner {
  name: string;
  joined: boolean;
  stage: number | null;
}

export interface Pauses {
  byMe: boolean;
  byPartner: boolean;
}

export interface ProfileChange {
  name?: string;
  locale?: string | null;
  region?: string | null;
  timeZone?: string | null;
}

export interface Queue {
  waiting: number;
  dead: number;
  oldestSeconds: number;
}

export interface Ready {
  status?: "ready";
  database: "sqlite" | "postgresql";
  engine: EngineName;
  jobs: Queue;
}

export interface Registration {
  email: string;
  password: string;
  name: string;
}

export type ReplyState = "PENDING" | "DONE" | "FAILED" | "STOPPED";

export type ResourceKind = "emergency" | "suicide" | "violence" | "children" | "emotional";

export type Role = "USER" | "AI";

export interface Session {
  id: string;
  status: SessionStatus;
  topic: string | null;
  version: number;
  paused: Pauses;
  me: Me;
  partner: Partner;
  invitation: InvitationStatus | null;
  turn: Turn;
}

export interface SessionAnswer {
  session: Session;
}

export interface SessionItem {
  id: string;
  status: SessionStatus;
  partnerName: string;
  topic: string | null;
  stage: number;
  turn: TurnKind;
  waitingFor: WaitingFor | null;
  lastActivityAt: string;
}

export type SessionStatus = "INVITED" | "ACTIVE" | "ENDED";

export interface SignIn {
  user: User;
  token: string;
  expiresAt: string;
}

export interface StageState {
  status: StageStatus;
  gates: Record<string, string | null>;
}

export type StageStatus = "NOT_STARTED" | "IN_PROGRESS" | "COMPLETED";

export interface Stopped {
  stopped: boolean;
}

export interface SuggestedFeelings {
  feelings: (Feeling)[];
  more: (Feeling)[];
}

export interface Turn {
  kind: TurnKind;
  waitingFor: WaitingFor | null;
  actions: (Action)[];
}

export type TurnKind = "YOURS" | "GUIDE" | "PARTNER";

export interface User {
  id: string;
  email: string;
  name: string;
  locale: string | null;
  region: string | null;
  timeZone: string | null;
}

export interface UserAnswer {
  user: User;
}

export type WaitingFor = "PARTNER_JOIN";

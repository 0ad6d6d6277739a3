// Generated from the server's OpenAPI document by `make docs`. Do not edit.

export interface Accepted {
  sessionId: string;
  session: Session;
  user: User;
  token: string | null;
}

export type Action = "SIGN_COMPACT" | "INVITE" | "PAUSE" | "RESUME" | "ARCHIVE" | "LEAVE";

export interface CompactStatus {
  signed: boolean;
  signedAt: string | null;
  partnerSigned: boolean;
}

export interface CreatedSession {
  session: Session;
  invitation: Invitation;
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

export interface ErrorBody {
  code: string;
  message: string;
  details?: Record<string, unknown> | null;
}

export interface ErrorEnvelope {
  success?: false;
  error: ErrorBody;
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
  jobs: Queue;
}

export interface Registration {
  email: string;
  password: string;
  name: string;
}

export type Role = "AI";

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

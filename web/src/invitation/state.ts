/** Invitations, from both ends: the link its maker sees once, and the one who opened it. */
import { signal } from "@preact/signals";
import { api } from "../api/client";
import type { Invitation, InvitationPreview, Relation, Session, User } from "../api/types";

/** Links by session, in memory only: the server cannot tell them again, and they are not ours to store. */
export const links = signal<Record<string, Invitation>>({});

/** A newcomer says who they are; everybody may say what the two are to each other. */
export type Acceptance = { name?: string; email?: string; password?: string; relation: Relation | null };

type Joined = { sessionId: string; session: Session; user: User };

export function keepLink(sessionId: string, link: Invitation): void {
  links.value = { ...links.value, [sessionId]: link };
}

export async function makeLink(sessionId: string, words: { email?: string; message?: string } = {}): Promise<Invitation> {
  const made = await api.post<{ invitation: Invitation }>(`/sessions/${sessionId}/invitation`, words);
  keepLink(sessionId, made.invitation);
  return made.invitation;
}

export function loadPreview(token: string): Promise<InvitationPreview> {
  return api.get(`/invitations/${encodeURIComponent(token)}`);
}

export function acceptInvitation(token: string, person: Acceptance): Promise<Joined> {
  return api.post(`/invitations/${encodeURIComponent(token)}/accept`, person);
}

export async function declineInvitation(token: string): Promise<void> {
  await api.post(`/invitations/${encodeURIComponent(token)}/decline`);
}

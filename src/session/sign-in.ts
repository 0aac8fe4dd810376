import { isJsonObject } from '#src/core/values.ts';
import type { SessionState } from './session-state.ts';
import { beginSession, clearSession, sessionStore } from './store.ts';
import { isUser, isUserInfo } from './stored.ts';

/** What an answer says beside user and rights: the colours chosen elsewhere, and how much is new. */
function further(answer: { readonly [member: string]: unknown }): Partial<SessionState> {
  const { unseenUpdates, theme } = answer;
  return {
    ...(typeof unseenUpdates === 'number' ? { unseenUpdates } : {}),
    ...(theme === 'system' || theme === 'light' || theme === 'dark' ? { theme } : {}),
  };
}

/** Takes the answer of sign-in into the session. Throws when the answer is not one. */
export function signIn(answer: unknown): void {
  if (
    !isJsonObject(answer) ||
    typeof answer.token !== 'string' ||
    !isUser(answer.user) ||
    !isUserInfo(answer.userInfo)
  )
    throw new Error('The server answered the sign-in with something that is no session.');
  beginSession({ mvp4AuthToken: answer.token, user: answer.user, userInfo: answer.userInfo });
  sessionStore.setState(further(answer));
}

/** Refreshes user, rights and menu from the answer of `GET /app/userinfo`, unless the session it was asked for is over. */
export function refreshSession(answer: unknown, token: string | null): void {
  if (token === null || sessionStore.getState().mvp4AuthToken !== token) return;
  if (!isJsonObject(answer) || !isUser(answer.user) || !isUserInfo(answer.userInfo)) return;
  sessionStore.setState({
    user: answer.user,
    userInfo: answer.userInfo,
    company: answer.user.company,
    ...further(answer),
  });
}

/** Takes the company's system parameters of `GET /app/sysparams` into the session; `stamp` is theirs. */
export function setParameters(answer: unknown, stamp: string): void {
  const { userInfo } = sessionStore.getState();
  if (!isJsonObject(answer) || !userInfo) return;
  sessionStore.setState({
    sysparamUpdateTime: stamp,
    userInfo: { ...userInfo, company: { ...userInfo.company, params: answer } },
  });
}

export { clearSession };

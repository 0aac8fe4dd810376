/** For what tells its own failure where it stands: asked when it is drawn, not again by itself, and no message besides. */
export const askOnce = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  onError: () => undefined,
} as const;

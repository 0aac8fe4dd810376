/** Listens to a stream of events of the API; the answer ends it. Keys are event names, values get the event's text. */
export function followEvents(
  address: string,
  listeners: { readonly [event: string]: (data: string) => void },
): () => void {
  const events = new EventSource(address);
  for (const [name, listen] of Object.entries(listeners))
    events.addEventListener(name, (event) => listen(event instanceof MessageEvent ? String(event.data) : ''));
  return () => events.close();
}

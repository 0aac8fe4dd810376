// A busy machine is no failure: what a test waits for may take its time.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}

// jsdom lays nothing out: there is nothing to observe.
if (typeof document !== 'undefined')
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

export {};

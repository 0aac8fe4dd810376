// Says that the application's own code did not come: without this the page would stay empty.
// A plain script, because it must work where modules do not.
(() => {
  const seconds = 120;
  let told = false;
  const tell = () => {
    const root = document.getElementById('root');
    if (told || !root || root.childElementCount > 0) return;
    told = true;
    const card = document.createElement('main');
    card.setAttribute('style', 'max-width: 30rem; margin: 15vh auto; padding: 0 1rem; font: 14px/1.4 sans-serif');
    const title = document.createElement('h1');
    title.textContent = 'Load error';
    const text = document.createElement('p');
    text.textContent = 'The application could not be loaded. Reload the page to try again.';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Reload';
    button.addEventListener('click', () => window.location.reload());
    card.append(title, text, button);
    root.append(card);
  };
  window.addEventListener(
    'error',
    (event) => {
      // A script that fails to load, or the first one that fails to run, before anything was drawn.
      if (event.target instanceof HTMLScriptElement || event.target === window) setTimeout(tell, 500);
    },
    true,
  );
  setTimeout(tell, seconds * 1000);
})();

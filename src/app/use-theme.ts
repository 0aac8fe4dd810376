import { useEffect } from 'react';
import { useSession } from '#src/session/store.ts';

const dark = '(prefers-color-scheme: dark)';

/** Keeps the page's colours with the user's choice, or with the system's. */
export function useTheme(): void {
  const theme = useSession((s) => s.theme);
  useEffect(() => {
    const query = window.matchMedia(dark);
    const paint = () => {
      const isDark = theme === 'dark' || (theme === 'system' && query.matches);
      document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
      document.body.classList.toggle('bp6-dark', isDark);
    };
    paint();
    query.addEventListener('change', paint);
    return () => query.removeEventListener('change', paint);
  }, [theme]);
}

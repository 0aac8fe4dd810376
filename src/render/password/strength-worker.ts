// The browser's only door to zxcvbn. It is large, and a hundred figures that stand for letters take it seconds: so it
// comes when somebody is about to choose a password, and works where it holds nothing up.
import zxcvbn from 'zxcvbn';

interface Asked {
  readonly text: string;
  readonly words: readonly string[];
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  postMessage(zxcvbn(data.text, [...data.words]).score);
});

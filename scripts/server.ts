// The server as scripts/server-command.mjs makes one file of it.
import { run } from '#server/main.ts';

run();

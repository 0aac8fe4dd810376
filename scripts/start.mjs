// `npm start`: installs what is missing, builds what changed, then serves and starts the server again when it ends by
// itself. Options go on to the server.
import { buildClient } from './build.mjs';
import { prepare } from './prepare.mjs';
import { serverArguments } from './server-command.mjs';
import { supervise } from './supervise.mjs';

prepare();
buildClient();
process.exit(await supervise(process.execPath, [...(await serverArguments()), ...process.argv.slice(2)]));

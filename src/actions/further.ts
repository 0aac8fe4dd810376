// Steps that seldom stand between a person and their page: they come in one file when the first of them is taken.
export { confirm } from './confirm.ts';
export { dialog } from './dialog.ts';
export { download } from './download.ts';
export { handOff } from './hand-off.ts';
export { manyRecords } from './many-records.ts';
export { navigate } from './navigate.ts';
export { passkey } from './passkey.ts';
export { search } from './search.ts';
export { set } from './set.ts';
export { share } from './share.ts';

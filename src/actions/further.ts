// Steps that no page takes before somebody has signed in: they come in one file when the first of them is taken.
export { confirm } from './confirm.ts';
export { dialog } from './dialog.ts';
export { download } from './download.ts';
export { manyRecords } from './many-records.ts';
export { navigate } from './navigate.ts';
export { search } from './search.ts';
export { set } from './set.ts';
export { share } from './share.ts';

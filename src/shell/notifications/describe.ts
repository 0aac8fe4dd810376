// Every type of notification in words: the line of the list and the facts of the dialog.
import { itemType } from '../item-types.ts';
import { type Notification, readSharedSearch } from './notification.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Pages that the value leads to, instead of its text. */
  readonly links?: readonly { readonly text: string; readonly to: string }[];
}

export interface Description {
  readonly title: string;
  readonly text: string;
  /** Whether a dialog with facts explains it, a shared search is offered, or its text is all there is. */
  readonly opens: 'facts' | 'search' | 'text';
  readonly facts: readonly Fact[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function idsOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}

/** The server names no more files than these. */
const mostIds = 200;

/** `5` of a count or of a list. */
function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : numberOf(value);
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function itemsFact(code: string, ids: readonly number[]): Fact {
  const { title, plural, prefix } = itemType(code);
  return {
    name: ids.length === 1 ? title : `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
    value: ids.join(', '),
    ...(prefix === null ? {} : { links: ids.map((id) => ({ text: String(id), to: `/${prefix}/${id}` })) }),
  };
}

function assigned(code: string, detail: Notification['notify_detail']): Description {
  const { title, plural } = itemType(code);
  const ids = idsOf(detail.ids);
  return {
    title: `${title} assigned`,
    text: `${counted(ids.length, title.toLowerCase(), plural)} assigned to you`,
    opens: 'facts',
    facts: [itemsFact(code, ids)],
  };
}

function imported(detail: Notification['notify_detail']): Description {
  const [files, fails] = [countOf(detail.files), countOf(detail.fails)];
  const names = textsOf(detail.files);
  const failed = textsOf(detail.fails);
  const ids = idsOf(detail.fileIds);
  const { plural } = itemType(textOf(detail.item_type));
  // A zip is one file as it was sent, and many as they were taken in.
  const many = ids.length > files && names.length > 0;
  const taken = `${ids.length === mostIds ? 'at least ' : ''}${counted(ids.length, 'file', 'files')}`;
  return {
    title: 'Import done',
    text: `${many ? `${names.join(', ')}: ${taken}` : counted(files, 'file', 'files')} of ${plural} imported${fails > 0 ? `, ${fails} failed` : ''}`,
    opens: 'facts',
    facts: [
      { name: 'Kind', value: plural },
      { name: 'Files', value: names.length > 0 ? names.join(', ') : String(files) },
      { name: 'Failed', value: failed.length > 0 ? failed.join(', ') : String(fails) },
      ...(ids.length > 0
        ? [
            {
              name: 'Log',
              value: ids.join(', '),
              links: [{ text: 'Import log', to: `/trx/datafiles/comblog?ids=${ids.join(',')}` }],
            },
          ]
        : []),
    ],
  };
}

/** A long document, which waits on its page for seven days. */
function documented(detail: Notification['notify_detail']): Description {
  const name = textOf(detail.filename);
  const failed = numberOf(detail.error_count) > 0;
  const warnings = numberOf(detail.warn_count);
  return {
    title: failed ? 'Document not made' : 'Document ready',
    text: warnings > 0 ? `${name}: ${counted(warnings, 'warning', 'warnings')}` : name,
    opens: 'facts',
    facts: [
      { name: 'File', value: name },
      ...(warnings > 0 ? [{ name: 'Warnings', value: String(warnings) }] : []),
      { name: 'Page', value: 'My documents', links: [{ text: 'My documents', to: '/app/documents' }] },
    ],
  };
}

function exported(detail: Notification['notify_detail']): Description {
  if (typeof detail.documentId === 'number') return documented(detail);
  const name = textOf(detail.filename);
  const [errors, warnings] = [numberOf(detail.error_count), numberOf(detail.warn_count)];
  return {
    title: 'Export done',
    text: `${name === '' ? 'A file' : name}: ${counted(errors, 'error', 'errors')}, ${counted(warnings, 'warning', 'warnings')}`,
    opens: 'facts',
    facts: [
      { name: 'File', value: name },
      ...(detail.exportId === undefined || detail.exportId === null
        ? []
        : [
            {
              name: 'Export',
              value: String(detail.exportId),
              links: [{ text: String(detail.exportId), to: '/trx/export' }],
            },
          ]),
      { name: 'Errors', value: String(errors) },
      { name: 'Warnings', value: String(warnings) },
    ],
  };
}

function staged(detail: Notification['notify_detail']): Description {
  const code = textOf(detail.item_type);
  const { title, plural } = itemType(code);
  const ids = idsOf(detail.ids);
  const stage = String(detail.to_stage ?? '');
  return {
    title: 'Stage changed',
    text: `${counted(ids.length, title.toLowerCase(), plural)} moved to stage ${stage}`,
    opens: 'facts',
    facts: [{ name: 'Stage', value: stage }, itemsFact(code, ids)],
  };
}

export function describeNotification({ notifyType: type, notify_detail: detail }: Notification): Description {
  switch (type) {
    case 'SHARSRCH': {
      const shared = readSharedSearch(detail);
      return {
        title: `Shared search: ${shared?.list ?? textOf(detail.type)}`,
        text: shared?.text ?? '',
        opens: 'search',
        facts: [],
      };
    }
    case 'IMPTDONE':
      return imported(detail);
    case 'EXPTDONE':
      return exported(detail);
    case 'SUPPASND':
      return assigned('SU', detail);
    case 'ANLYASND':
      return assigned('AN', detail);
    case 'STGECHGD':
      return staged(detail);
    case 'NOTEMESS':
      return { title: 'Message', text: textOf(detail.text), opens: 'text', facts: [] };
    default:
      return {
        title: 'Notification',
        text: textOf(detail.text) || textOf(detail.message) || `Type ${type}`,
        opens: 'text',
        facts: [],
      };
  }
}

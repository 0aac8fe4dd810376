import type { Database } from '../../database/open-database.ts';
import { importKind, keepOwnerNames, shellImport } from '../../import/import-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import { type RetentionServer, retentionKind } from '../../jobs/retention/retention-kind.ts';
import type { RecordServer } from '../../records/served.ts';
import { type Auditor, auditKind } from '../audit/audit-kind.ts';
import { makeBackup, tryBackup } from '../backup/backup-kinds.ts';
import { bulkKind } from '../bulk/bulk-kind.ts';
import { type DocumentMaker, documentKind } from '../document/document-kind.ts';
import { exportKind } from '../export/export-kind.ts';
import { mailEnd } from '../import/mail-end.ts';
import type { Mailing } from '../mail/tell-user.ts';
import { countKind, type ReportCounter } from '../report/count-kind.ts';
import { inboxKind } from '../transfer/inbox-kind.ts';
import { scheduleKind } from '../transfer/schedule-kind.ts';
import type { TransferServer } from '../transfer/transfer-server.ts';
import { type FileMaker, valuationFileKind } from '../valuationfile/file-kind.ts';

/** Every kind of job there is; `schemas/codes/jobKind.json` names them for people. Who serves no records changes none. */
export function jobKinds(
  server: { readonly database: Database; readonly dataDir: string; readonly mailing?: Mailing | null },
  records: RecordServer | null,
  documents: DocumentMaker | null,
  counter: ReportCounter | null = null,
  auditor: Auditor | null = null,
  files: FileMaker | null = null,
  transfer: TransferServer | null = null,
  retention: RetentionServer | null = null,
): readonly JobKind[] {
  const { mailing = null } = server;
  return [
    importKind(
      {
        ...server,
        keepOwnerNames: keepOwnerNames(),
        tellEnd: mailing && ((...end) => mailEnd(mailing, ...end)),
      },
      records,
    ),
    shellImport,
    makeBackup(server),
    tryBackup(server),
    bulkKind(records),
    documentKind(server, documents),
    countKind(server.database, counter),
    auditKind(server.database, auditor),
    valuationFileKind(server, files),
    exportKind(server, records, documents),
    inboxKind(transfer),
    scheduleKind(transfer),
    retentionKind(retention),
  ];
}

/** Columns that tell the time at which a demo was made, or are drawn anew for each row. */
export const demoClocks: readonly string[] = [
  'created_at',
  'updated_at',
  'applied_at',
  'password_hash',
  'changed_at',
  'uploaded_at',
  'found_at',
  'checked_at',
  // Tells when settings were written.
  'stamp',
  // Drawn anew for each row.
  'mark',
];

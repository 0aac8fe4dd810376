/** Names of the company's system parameters; the specification lists them. */
export const systemParameters = [
  'CURRBASE',
  'COMPNAME',
  'GMAPIKEY',
  'USETXTAI',
  'NTFYMESS',
  'SESSENBL',
  'SESSMINS',
  'NTFYANAS',
  'NTFYEXPT',
  'NTFYIMPT',
  'NTFYSHSR',
  'NTFYSTGE',
  'NTFYSUAS',
  'RVWSTAGE',
] as const;

export type SystemParameter = (typeof systemParameters)[number];

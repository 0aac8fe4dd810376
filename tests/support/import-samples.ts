// A file of each kind that the office receives, of as many lines as wanted, with what must be there before it comes.

export interface ImportSample {
  /** Where it is uploaded. */
  readonly path: string;
  readonly file: (lines: number) => string;
  /** Its first line names what stands below it. */
  readonly headed?: true;
  /** SQL beside the properties 1 to `lines` of district 001. */
  readonly before?: (lines: number) => string;
}

const numbers = (lines: number) => Array.from({ length: lines }, (_, i) => i + 1);
/** A file under headings, with a line for each number. */
const headed = (headings: string, line: (n: number) => string) => ({
  file: (lines: number) => [headings, ...numbers(lines).map(line), ''].join('\n'),
  headed: true as const,
});
const imported = (name: string) => `/imports/upload?name=${name}`;

const sale = (n: number) =>
  `B;001;${7_000_000 + n};1;20220110 02:02;;;${n};HIGH ST;CESSNOCK;2325;600.5;M;20211224;20220105;${500_000 + n};R2;R;RESIDENCE;;AAP;;0;AR${100_000 + n};`;

const square = (n: number) => {
  const [west, south] = [(151 + n * 0.001).toFixed(4), (-33 - n * 0.0001).toFixed(5)];
  const [east, north] = [(Number(west) + 0.0005).toFixed(4), (Number(south) + 0.0005).toFixed(5)];
  return `[[${west}, ${south}], [${east}, ${south}], [${east}, ${north}], [${west}, ${north}], [${west}, ${south}]]`;
};

/** GeoJSON with a shape for each number. */
const shapes = (properties: (n: number) => string) => (lines: number) => {
  const features = numbers(lines).map(
    (n) =>
      `{"type": "Feature", "properties": {${properties(n)}}, "geometry": {"type": "Polygon", "coordinates": [${square(n)}]}}`,
  );
  return `{"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "EPSG:7844"}}, "features": [\n${features.join(',\n')}]}\n`;
};

/** By the code of `importKind`; files of exceptions come by their own page. */
export const importSamples: { readonly [kind: string]: ImportSample } = {
  PSI: {
    path: imported('001_SALES_DATA.DAT'),
    file: (lines) =>
      [
        'A;RTSALEDATA;001;20220110 02:01;VALNET;',
        ...numbers(lines).map(sale),
        `Z;${lines + 2};${lines};0;0;`,
        '',
      ].join('\n'),
  },
  schedules: {
    path: imported('rates.csv'),
    ...headed('scope,type,unit,low,high,name,description', (n) => `GLOBAL,SH,m,${n},9999,Usual ${n},Sheds`),
  },
  supps: {
    path: imported('supps.csv'),
    ...headed('vg_workflow,supp_type,pid,base_dates,received', (n) => `W${n},PA,${n},2025-07-01,2/11/2026`),
  },
  supp_answers: {
    path: imported('answers.csv'),
    file: (lines) =>
      numbers(lines)
        .map((n) => `A,W${n},ACCEPTED,Taken\n`)
        .join(''),
    before: (lines) =>
      `insert into supp (property_id, supp_type, vg_workflow, received_on, transmit_status)
       select n, 'PO', 'W' || n, '2026-10-01', 'S' from generate_series(1, ${lines}) n;
       insert into supp_value (supp_id, base_date, land_value) select id, '2026-07-01', 500000 from supp`,
  },
  bulk_values: {
    path: imported('LV.csv'),
    ...headed(
      'DISTRICT CODE,PROPERTY ID,ZONE CODE,BASE DATE 1,LAND VALUE 1,BASE DATE 2,LAND VALUE 2',
      (n) => `001,${n},R2,01/07/2025,${100_000 + n},01/07/2024,${90_000 + n}`,
    ),
  },
  values: {
    path: imported('values.csv'),
    ...headed('pid,base_date,land_value,method', (n) => `${n},1/07/2026,${400_000 + n},I`),
  },
  parcels: { path: imported('parcels.geojson'), file: shapes((n) => `"propid": ${n}`) },
  lots: {
    path: imported('lots.geojson'),
    file: shapes((n) => `"propid": ${n}, "lotidstring": "${n}//DP598704"`),
  },
  tenures: {
    path: imported('tenures.csv'),
    ...headed(
      'LGA,Account No.,Holder,Lot/DP,Usage',
      (n) => `001,${600_000 + n},Holder ${n},${n}/DP755247,Grazing`,
    ),
  },
  crown_parcels: {
    path: imported('mass.csv'),
    ...headed('cadid,lot,plan,district_code,land_value', (n) => `${n},${n},755247,001,${310_000 + n}`),
  },
  lamc: {
    path: imported('lamc.csv'),
    ...headed('asset_name,district_code,purpose,requested_on', (n) => `Depot ${n},001,SALE,1/08/2026`),
  },
  vat: {
    path: '/vat/upload?name=exceptions.txt',
    file: (lines) =>
      numbers(lines)
        .map((n) => `B;001;20260701;001;ITEM;PID;${n};904;Above the range;;\n`)
        .join(''),
  },
};

/** Empties what files fill, and makes what the lines of a sample are about. */
export const beforeSample = (kind: string, lines: number) =>
  `truncate import_file, sale_received, property_last_sale, property_in_force, vat_file, improvement_schedule, tenure, crown_parcel, lamc_valuation, sale, property, component cascade;
   insert into district (code, name, current) values ('001', 'Cessnock', true) on conflict do nothing;
   insert into component (district_code, code, zone_code) values ('001', 'AAP', 'R2');
   insert into property (id, district_code, zone_code, component_code, area, area_unit)
   select n, '001', 'R2', 'AAP', 600, 'M' from generate_series(1, ${lines}) n;
   ${importSamples[kind]?.before?.(lines) ?? ''}`;

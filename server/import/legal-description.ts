/** One lot of a legal description. `section` is null where the text has none; `plan_type` SP is a strata plan. */
export interface LegalLot {
  readonly lot: string;
  readonly section: string | null;
  readonly plan_type: 'DP' | 'SP';
  readonly plan: string;
  readonly part: boolean;
  /** As written, `12/G/12312`: the form in which lots are quoted. */
  readonly id: string;
}

/** A lease, licence or permit named behind the lots. `numbers` has one entry, two where a range is given. */
export interface LegalTenure {
  readonly type: string;
  readonly numbers: readonly string[];
}

export interface LegalDescription {
  readonly lots: readonly LegalLot[];
  readonly tenures: readonly LegalTenure[];
  /** What no rule reads, kept for people. */
  readonly remains: string;
}

const LOT = String.raw`(?:\d{1,6}[A-Z]{0,2}|[A-Z]\d{0,4}|[A-Z]{2})`;
const ENTRY = `(?:PT )?${LOT}`;
const PLAN = String.raw`(?:SP ?)?\d{1,8}`;
const GROUP = new RegExp(`^(${ENTRY}(?:, ${ENTRY})*),? ?/(?:([A-Za-z0-9]{0,4})/)?(${PLAN})(?= |$)`);
const ARCHIVE_LOT = /(?:^|[ ,])(PT )?LOT ([A-Z0-9]+)(?: SEC ([A-Z0-9]+))? (DP|SP) ?(\d+)/g;
const SUBSURFACE = /^Subsurface Area = [\d.]+ ?ha/i;

/** Names of tenures, longer before shorter where one ends with the other. */
const TENURES: readonly (readonly [name: string, type: string])[] = [
  ['crown roads Licence', 'CrownRoadsLicense'],
  ['Permissive Occupancy', 'PermissiveOccupancy'],
  ['Non-Irrigable Purchase', 'NonIrrigablePurchase'],
  ['Mining Purpose Lease', 'MiningPurposeLease'],
  ['Mining Lease', 'MiningLease'],
  ['Private Mineral Lease', 'PrivateMineralLease'],
  ['Mineral Lease', 'MineralLease'],
  ['Consolidated Coal Lease', 'ConsolidatedCoalLease'],
  ['Coal Lease', 'CoalLease'],
  ['Incomplete Purchase', 'IncompletePurchase'],
  ['Suburban Holding', 'SuburbanHolding'],
  ['Road Permit', 'RoadPermit'],
  ['Mineral Claim', 'MineralClaim'],
  ['Enclosure Permit', 'EnclosurePermit'],
  ['Western Land Lease', 'WesternLandLease'],
  ['Railway Land Lease', 'RailwayLandLease'],
  ['Perpetual Lease', 'PerpetualLease'],
  ['Special Purpose Lease', 'SpecialPurposeLease'],
  ['Special Lease', 'SpecialLease'],
  ['Wind Farm', 'WindFarm'],
  ['NSW Maritime', 'NswMaritime'],
  ['Lease Number', 'LeaseNumber'],
  ['Licence', 'CrownLandLicense'],
];
const TENURE_TYPES: ReadonlyMap<string, string> = new Map(
  TENURES.map(([name, type]) => [name.toLowerCase(), type]),
);
const LAST_TENURE = new RegExp(
  String.raw`(?<=^| )(${TENURES.map(([name]) => name).join('|')}) ((?:[A-Z]{1,3})?\d[\w./]*(?:(?: - | TO )\d+)?)$`,
  'i',
);

/** Reads lots and tenures out of a legal description; whatever it cannot read is in `remains`. */
export function parseLegalDescription(text: string): LegalDescription {
  let rest = text.replace(/\s+/g, ' ');
  const lots: LegalLot[] = [];
  for (let match = GROUP.exec(rest); match !== null; match = GROUP.exec(rest)) {
    lots.push(...groupLots(match));
    rest = rest.slice(match[0].length).replace(/^ /, '');
  }
  if (lots.length === 0) {
    const archive = archiveLots(rest);
    if (archive.length > 0) return { lots: archive, tenures: [], remains: '' };
  }
  rest = rest.replace(SUBSURFACE, '');
  const tenures: LegalTenure[] = [];
  for (let match = LAST_TENURE.exec(rest); match !== null; match = LAST_TENURE.exec(rest)) {
    const type = TENURE_TYPES.get((match[1] as string).toLowerCase()) as string;
    tenures.unshift({ type, numbers: (match[2] as string).split(/ - | TO /i) });
    const before = rest.slice(0, match.index);
    // The blank between two tenures belongs to neither.
    rest = LAST_TENURE.test(before.trimEnd()) ? before.trimEnd() : before;
  }
  return { lots, tenures, remains: rest.trim() === '' ? '' : rest };
}

function groupLots(match: RegExpExecArray): LegalLot[] {
  const [, entries = '', section, plan = ''] = match;
  const strata = plan.startsWith('SP');
  const written = section === undefined ? `/${plan}` : `/${section}/${plan}`;
  return entries.split(', ').map((entry) => {
    const part = entry.startsWith('PT ');
    const lot = part ? entry.slice(3) : entry;
    return {
      lot,
      section: section === undefined || section === '' ? null : section,
      plan_type: strata ? 'SP' : 'DP',
      plan: strata ? plan.slice(2).trim() : plan,
      part,
      id: `${lot}${written}`,
    };
  });
}

/** 'LOT 7 SEC 22 DP 758003, PT LOT 8 SEC 22 DP 758003.' of the archive layout. */
function archiveLots(text: string): LegalLot[] {
  return [...text.matchAll(ARCHIVE_LOT)].map((match) => {
    const [, part, lot = '', section, type, plan = ''] = match;
    return {
      lot,
      section: section ?? null,
      plan_type: type === 'SP' ? 'SP' : 'DP',
      plan,
      part: part !== undefined,
      id: section === undefined ? `${lot}/${plan}` : `${lot}/${section}/${plan}`,
    };
  });
}

export interface SessionUser {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly company: { readonly id: number; readonly name: string; readonly baseDate: string };
}

export interface MenuItem {
  readonly title: string;
  readonly action?: string | null;
  readonly activeon?: readonly string[];
  readonly activematch?: readonly string[];
  readonly items?: readonly MenuItem[];
  readonly active?: boolean;
}

export type Dataset = 'real' | 'synthetic';

export interface DataThere {
  /** What is shown to who has not chosen. */
  readonly standard: Dataset;
  /** What there is any of. */
  readonly kinds: readonly Dataset[];
  /** What the user chose, on any machine. */
  readonly chosen: Dataset | null;
  /** Years with sales of the user's districts, the newest first. */
  readonly years: { readonly [dataset in Dataset]: readonly number[] };
}

export interface UserInfo {
  readonly company: {
    readonly name: string;
    readonly baseDate: string;
    readonly params: { readonly [name: string]: unknown };
  };
  readonly perms: { readonly roles: readonly string[]; readonly perms: readonly string[] };
  /** Codes of the districts to see and of those to work in; `*` stands for all. Absent in what an older version kept. */
  readonly districts?: { readonly see: readonly string[]; readonly work: readonly string[] };
  /** The data behind the pages. Absent in what an older version kept. */
  readonly data?: DataThere;
  readonly menu: readonly MenuItem[];
}

/** The specification's session store; only what is kept over a reload is written to the browser's storage. */
export interface SessionState {
  readonly mvp4AuthToken: string | null;
  readonly sessionId: string | null;
  readonly user: SessionUser | null;
  readonly userInfo: UserInfo | null;
  readonly pathAfterLogin: string | null;
  readonly title: string;
  readonly helpLink: string | null;
  readonly showDrawer: boolean;
  readonly drawerPinned: boolean;
  readonly selectedDistrict: string | null;
  readonly selectedBaseyear: number | null;
  /** District of the last export, offered first for the next. */
  readonly exportedDistrict: string | null;
  readonly company: SessionUser['company'] | null;
  /** Rows that a person has hidden, by user id and name of the search. */
  readonly hiddenSearchRows: { readonly [user: string]: { readonly [search: string]: readonly number[] } };
  /** Stamp of the system parameters that `userInfo` holds. */
  readonly sysparamUpdateTime: string | null;
  readonly unseenUpdates: number;
  readonly sbMobileView: boolean;
  readonly notificationCount: number | null;
  /** The tab that polls for all tabs. */
  readonly notificationMaster: string | null;
  /** Milliseconds since 1970 of the last activity in any tab. */
  readonly lastActive: number | null;
  /** When the session ends without activity, in milliseconds since 1970. */
  readonly logoutTime: number | null;
  /** Since when 'Are you still there?' is shown. */
  readonly logoutDlgShownAt: number | null;
  /** What the user chose to see; `system` follows the operating system. */
  readonly theme: 'system' | 'light' | 'dark';
}

/** Which modules share a chunk, so that a page needs few requests and the sign-in page loads nothing of the console. */
import { LOCALE_CODES } from '@mimamori/contract/languages/locales.ts'

/** Modules of every visit, signed in or not. */
const BASE = [
  inPackages('react', 'react-dom', 'scheduler'),
  /virtual:(calls|texts$)/,
  /contract\/src\/languages\/fill\./,
  /src\/ui\/\w+\/logo\./,
  /src\/identity\/session\/public\/public-texts\./,
  /src\/lib\/(store|\w+\/(api|give-way|patient-load|translated-text|worker-registration|page-life|ending|people-here|device-mark|session|session-start|language|storage|theme-settings|error-text|remembered-login))\./,
]
const PUBLIC_SITE = /src\/identity\/session\/(public\/)?(public-(?!status|password|select)|login|language|welcome)/
/** Modules of dialogs and forms: loaded with the first page that has one. */
const FORM_MUI =
  'Tooltip|Popper|TextField|\\w*Select|\\w*Input\\w*|Form\\w+|Switch|Dialog\\w*|Autocomplete|Chip|Tabs?|TabScroll\\w+|Radio\\w*|Slider|Alert\\w*|Step\\w*|useAutocomplete|TextareaAutosize|ListSubheader|Accordion\\w*|LinearProgress|ToggleButton\\w*'
/** Modules of menus and other overlays: loaded when the first one is opened. */
const MENU_MUI =
  'material/(Menu\\w*|Popover|Modal|Unstable_TrapFocus|Grow|Backdrop|Fade|Portal|List\\w*|Divider|Checkbox)/|material/internal/SwitchBase|utils/useRovingTabIndex/'
// Includes its icons: components that are loaded before them would draw nothing.
const MUI_CORE = new RegExp(`@mui/(?!material/(${FORM_MUI})/|${MENU_MUI})`)
const FORMS = [
  inPackages('react-hook-form', '@hookform', 'zod', '@popperjs'),
  // The range of the lists' filters is not a form; its form is loaded when it is opened.
  /console\/src\/(ui|shared)\/([\w-]+\/)*(?!time-range-field)(\w+-)*(field|form|tabs|guard|dialog|save-bar|refused-cameras)\.tsx?$/,
  new RegExp(`@mui/material/(${FORM_MUI})/`),
]
const MUI = [inPackages('@emotion', 'stylis', 'clsx', 'react-transition-group'), MUI_CORE]
const DATA = [inPackages('@tanstack', 'i18next', 'react-i18next')]
/** A file of a noun's folder or of one below it, but not these. */
const OFTEN =
  '([\\w-]+/)?(?![^/]*(form|csv|region|field|error|discovery|connection|deregister|licence|choices|changes|hub-requests|back-to|named-alarms|use-ending))[^/]*$'
/** Pages that nurses use all day; the other nouns are under "Management", and related ones share a chunk. */
const SHOWN_DAILY = new RegExp(`src/(alerting/alert|camera/camera|insight/dashboard|footage/live)/${OFTEN}`)
/** Shared by the pages of cameras, except the address of their list. */
const CAMERAS = new RegExp(`src/camera/camera/(?!.*camera-search)${OFTEN}`)
/** The live view and the wall share a chunk; only their addresses are parsed without it. */
const LIVE = /src\/footage\/live\/(?!.*wall-(search|saved))/
/** The addresses of check-ins stay with the shell, which must not load what their pages share. */
const MANAGEMENT =
  /console\/src\/(identity|site|camera|fleet|footage|alerting|care|insight)\/(?!session|event\/event-search|booking\/booking-search)/
/** The editors of schedules and regions, shared by pages of the management only. */
const EDITORS =
  /src\/((ui|shared)\/([\w-]+\/)*(region|schedule|edit-history|use-(region|schedule|controlled|record)|pick(?!-chip)|secret|scan-code|loaded|timezone|pro-|followed)[^/]*$|lib\/\w+\/(pro|minute)|camera\/week|shared\/polygon\.)/
/** Shared by pages beyond the shell and the alerts list. */
const PAGE_PARTS =
  /src\/(ui\/([\w-]+\/)*(status-dot|people-mark|still-watch|use-still-watch|clip-seek|video-veil|seek-range|clip-source|open-card|site-page|detail-layout|card|below-fold|form|record-form|form-tabs|save-bar|delete-button|use-found|use-asked-save|legend|plain-table|table-head)\.|(lib\/\w+|shared)\/(csv|take-away|one-window|alarms|facts\/technical-facts|resident-links|use-settings-errors|form-error|wall-time|find-tenants|viewer-choices|use-live-off|use-fact-hint|use-more-on-scroll|save-file|file-name|use-full-screen|use-second|use-wake-lock|running-visits|running-walks|to-minute|name-dialog|calendar-day|hub\/hub-commands)\.|site\/packages\.)/
/** Icons that neither the shell nor the alerts list uses. */
const PAGE_ICONS =
  /lucide-react\/.*\/icons\/(ban|bell-ring|calendar-clock|chevron-up|circle-(check|dashed|plus)|clock|copy|door-open|eye-off|file-down|file-up|hand-heart|heart-handshake|images|key-round|laptop|log-out|maximize|moon|minus|pause|pen-tool|pencil|person-standing|play|plug-zap|plus|printer|radar|redo-2|refresh-cw|scroll-text|smartphone|undo-2|unplug|user-plus|venetian-mask|zoom-(in|out))\.mjs/
// Errors of hubs are shown only on a camera's pages, in one language.
const PARTS = [
  inPackages('lucide-react'),
  /console\/src\/((ui|lib|shared)\/(?!.*((status-page|settings-error|access\/passkey|service\/proof)\.|app-change\/))|app\/navigation\.)|contract\/src\/\w+\/(alarm-(order|state)|app-catalogue|channel|(alert|camera|site|tenant|user)-lists|roles|resident-title|sorts|group-by)\./,
]

/** A higher priority takes a module first; "alone" leaves a module's own imports to the other groups. */
const alone = { includeDependenciesRecursively: false }
export const chunkGroups = [
  // On a narrow screen it is loaded after the first page.
  { name: 'drawer', test: isOneOf([/@mui\/material\/(Drawer|Slide)\//]), priority: 45, minShareCount: 2, ...alone },
  { name: 'menus', test: isOneOf([new RegExp(`@mui/(${MENU_MUI})`)]), priority: 44, minShareCount: 2, ...alone },
  { name: 'base', test: isOneOf(BASE), priority: 50 },
  { name: 'mui', test: isOneOf(MUI), priority: 40 },
  { name: 'data', test: isOneOf(DATA), priority: 30 },
  ...LOCALE_CODES.map((locale) => ({
    name: `public-${locale}`,
    test: isOneOf([new RegExp(`(languages/${locale}/(session|error)\\.json|virtual:texts/${locale}/public)$`)]),
    priority: 25,
    ...alone,
  })),
  // With the files that only it uses.
  ...LOCALE_CODES.map((locale) => ({
    name: `shell-${locale}`,
    test: isOneOf([new RegExp(`virtual:texts/${locale}/shell$`)]),
    priority: 20,
  })),
  { name: 'public-site', test: isOneOf([PUBLIC_SITE]), priority: 15, ...alone },
  {
    name: 'shared-alarm',
    test: isOneOf([/src\/(alerting\/alarm\/|shared\/answerers\.)/]),
    priority: 16,
    minShareCount: 2,
    ...alone,
  },
  { name: 'shared-cameras', test: isOneOf([CAMERAS]), priority: 14, minShareCount: 2, ...alone },
  { name: 'shared-live', test: isOneOf([LIVE]), priority: 14, minShareCount: 2, ...alone },
  { name: 'shared-pages', test: isOneOf([SHOWN_DAILY]), priority: 13, minShareCount: 2, ...alone },
  { name: 'shared-management', test: isOneOf([MANAGEMENT]), priority: 12, minShareCount: 2, ...alone },
  { name: 'forms', test: isOneOf(FORMS), priority: 11, minShareCount: 2, ...alone },
  { name: 'editors', test: isOneOf([EDITORS, inPackages('uqr')]), priority: 12, minShareCount: 2, ...alone },
  { name: 'shared-parts', test: isOneOf([PAGE_PARTS, PAGE_ICONS]), priority: 12, minShareCount: 2, ...alone },
  // The profile, the settings' security, the gate and the proof.
  {
    name: 'second-step',
    test: isOneOf([
      /console\/src\/(identity\/(second-factor|security)|app\/factor)\/(?!factor-banner|use-factor)/,
      /contract\/src\/identity\/(passkey|second-factor|factor-rule)\./,
    ]),
    priority: 14,
    ...alone,
  },
  // Pages that import files.
  {
    name: 'csv',
    test: isOneOf([inPackages('papaparse'), /(lib|ui)\/list\/(csv-file|cell|decode-text|file-drop)\./]),
    priority: 13,
    minShareCount: 2,
    ...alone,
  },
  { name: 'parts', test: isOneOf(PARTS), priority: 10, minShareCount: 2 },
]

function isOneOf(patterns: readonly RegExp[]): (id: string) => boolean {
  return (id) => patterns.some((pattern) => pattern.test(id.replaceAll('\\', '/')))
}

function inPackages(...names: string[]): RegExp {
  return new RegExp(`node_modules/(${names.join('|')})/`)
}

/** Which files of a language the console downloads together: `shell` at the start, anything else with the first page that needs it. */
export const TEXT_GROUPS = {
  shell: ['app', 'ui', 'error', 'word', 'alert'],
  dashboard: ['dashboard'],
  'first-steps': ['first-steps'],
  // Beside the texts of the management, whose forms it shows.
  setup: ['setup', 'device-check'],
  appearance: ['appearance'],
  shortcut: ['shortcut'],
  camera: ['camera'],
  // The dialog over the list of cameras.
  'camera-change': ['camera-error', 'form'],
  alarm: ['alarm'],
  alert: ['alert-tool'],
  'alert-note': ['alert-note'],
  // A shared station, before an alarm is ended.
  'station-pin': ['station-pin', 'form'],
  // Both follow the first page.
  notification: ['notification', 'device-check'],
  'check-in': ['event', 'booking', 'form'],
  // The camera's own page shows the live view and how the hub stands.
  live: ['camera', 'live', 'wall', 'settings-error'],
  // The page of a camera and of an alert, too.
  'walk-test': ['walk-test', 'camera', 'hub-answer'],
  // The page of a camera, where it turns.
  look: ['look', 'hub-answer'],
  measurement: ['measurement', 'activity'],
  metrics: ['metrics', 'metrics-word'],
  load: ['load', 'app-change', 'metrics-word'],
  'judged-clip': ['judged-clip'],
  // The page of an alert, after a false alarm.
  'app-change': ['app-change'],
  recording: ['recording'],
  report: ['report'],
  resident: ['resident', 'form', 'alarm', 'metrics-word'],
  accident: ['accident', 'form', 'alarm'],
  handover: ['handover', 'alarm', 'metrics-word'],
  rounds: ['rounds'],
  evidence: ['evidence', 'metrics-word'],
  room: ['room', 'coverage', 'visit'],
  // The page of an alert, after a false alarm.
  visit: ['visit'],
  roster: ['roster'],
  installation: ['installation'],
  // The settings, tab Integrations.
  webhook: ['webhook', 'webhook-body'],
  // The settings of an organization, tab Security.
  'oidc-settings': ['oidc'],
  // The settings of a site, tab Integrations.
  'contact-settings': ['contact'],
  management: [
    ...[
      'form',
      'followed',
      'region',
      'schedule',
      'hub-answer',
      'management-error',
      'settings-error',
      'audit',
      'delivery',
      'ringer',
    ],
    ...[
      'camera',
      'camera-error',
      'camera-field',
      'camera-form',
      'camera-import',
      'camera-app',
      'activity',
      'app-settings',
      'app-change',
    ],
    ...[
      'external',
      'mail',
      'profile',
      'retention',
      'second-factor',
      'station-pin',
      'security',
      'service-account',
      'user',
      'agent',
      'tenant',
      'asset',
      'unit',
    ],
  ],
} as const
export type TextGroup = keyof typeof TEXT_GROUPS
/** The same of the pages before the sign-in; each page knows its own. */
export const PUBLIC_TEXT_GROUPS = {
  public: ['session', 'error'],
  account: ['account'],
  legal: ['legal'],
  // With the button of the sign-in page, and its errors.
  oidc: ['oidc-sign-in', 'oidc-error'],
} as const

/** What `t` calls a file that it does not call by its name. What can be wrong with a camera's field joins the other texts of cameras; errors of the management join the others. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  'camera-error': 'camera',
  'management-error': 'error',
  'oidc-error': 'error',
  'camera-field': 'cameraField',
  'camera-form': 'cameraForm',
  'camera-import': 'cameraImport',
}

/** Texts of what a site keeps of its recordings, English. */
export const retentionEn = {
  title: 'Keeping recordings',
  back: 'Back to the recordings',
  place: 'Where video lies',
  'place-service': 'With the service',
  'place-service-help': 'Hubs upload what they record. It can be watched while a hub is away.',
  'place-hub': 'On the hubs',
  'place-hub-help':
    'Video stays on the disk of the hub that records it; only a picture a minute is uploaded. Video comes through the hub while somebody watches, and cannot be watched while the hub is away. Archived recordings are uploaded.',
  'place-change':
    'A change counts for what is recorded from then on. Older recordings stay where they are and play from there until a limit removes them.',
  limits: 'Limits',
  'limits-help':
    'Recordings beyond a limit are removed for good within minutes, the oldest first. The gigabytes count for the service and for each hub by itself. Archived recordings are never removed and count towards no limit; clips of alerts stay.',
  days: 'Keep for',
  'days-unit': 'days',
  gigabytes: 'Keep at most',
  empty: 'Empty: no limit.',
  'days-invalid': 'Whole days, from 1 to 3650.',
  'gigabytes-invalid': 'Whole gigabytes, from 1 to 1,000,000.',
  measurements: 'Measurements',
  'measurements-help':
    'What the hub measured second by second, without pictures: it explains alerts and tries other settings. Minutes and hours, from which the reports are made, stay.',
  'measurement-days': 'Keep measurements for',
  'measurement-days-invalid': 'Whole days, from 1 to 400.',
  'removes-none': 'With these limits nothing is removed now.',
  removes_one: 'One recording is removed: {{hours}} hours, {{size}}, from {{oldest}}.',
  removes_other: '{{count}} recordings are removed: {{hours}} hours, {{size}}, the oldest from {{oldest}}.',
  camera: 'Camera',
  recordings: 'Recordings',
  hours: 'Hours',
  size: 'Size',
  oldest: 'Oldest',
  'amount-oldest': '{{amount}}, the oldest from {{oldest}}',
  edited: 'Last edited by {{name}}, {{time}}',
  saved: 'Changes saved.',
  'confirm-title': 'Remove recordings?',
  'confirm-text': 'This cannot be undone. Archive what you want to keep before you save.',
  'confirm-verb': 'Save and remove',
  stored: 'What is stored',
  'stored-help':
    'When the disk of the service or of a hub is nearly full, the oldest recordings there go before their time. Archived ones stay.',
  kept: 'With the service',
  'on-hubs': 'On hubs',
  archived: 'Archived',
  amount_one: '1 recording, {{size}}',
  amount_other: '{{count}} recordings, {{size}}',
  shortened:
    'On {{time}} recordings were removed before their time, because the disk was nearly full. Set smaller limits or give it more room.',
}
export type RetentionTexts = Record<keyof typeof retentionEn, string>

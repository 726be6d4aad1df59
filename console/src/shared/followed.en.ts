/** Texts of what units and sites say about apps, English. */
export const followedEn = {
  state: 'State',
  'state-ENABLED': 'On',
  'state-DISABLED': 'Off',
  'state-PARTIAL': 'Partly on',
  'on-cameras': 'On the cameras',
  'no-cameras': 'No cameras',
  following_one: '{{count}} camera follows',
  following_other: '{{count}} cameras follow',
  schedule: 'Schedule',
  never: 'Never: no hours in its schedule',
  'edit-schedule': 'Edit schedule',
  'schedule-of': 'Schedule of {{app}}',
  saved: 'Changes saved.',
}
export type FollowedTexts = Record<keyof typeof followedEn, string>

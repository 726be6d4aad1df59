/** Texts of the devices that somebody is signed in on, English. */
export const deviceEn = {
  title: 'Signed-in devices',
  help: 'Sign out what you do not know, or no longer use.',
  'help-user': 'A device that is signed out is gone within a second.',
  'help-shared': 'Several people share this sign-in. An administrator manages its other devices.',
  none: 'Not signed in anywhere',
  unknown: 'Unknown device',
  'name-browser': '{{browser}} on {{system}}',
  current: 'This device',
  'first-seen': 'since {{time}}',
  'last-seen': 'last used',
  'sign-out': 'Sign out',
  'sign-out-others': 'Sign out all others',
  'sign-out-all': 'Sign out everywhere',
  'signed-out-toast_one': '{{count}} device signed out',
  'signed-out-toast_other': '{{count}} devices signed out',
}
export type DeviceTexts = Record<keyof typeof deviceEn, string>

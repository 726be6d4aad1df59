/** Texts of the own profile, English. */
export const profileEn = {
  title: 'Profile',
  display: 'Language and time',
  'display-help': 'How Mimamori is shown to you, and how its e-mails are written.',
  locale: 'Locale',
  timezone: 'Time zone',
  'date-format': 'Date Format',
  'saved-toast': 'Changes saved.',
  password: 'Password',
  'password-text': 'Your other devices are signed out when you change it.',
  'password-shared': 'Several people share this sign-in. An administrator changes its password.',
  'password-connected': 'Not while connected to a site. Disconnect first.',
  change: 'Change password',
  cancel: 'Cancel',
  'current-password': 'Present password',
  'new-password': 'New password',
  'new-password-help': 'At least {{least}} characters, and none that is known from leaks.',
  'changed-toast': 'Password changed',
  'current-password-required': 'Present password is required',
  'new-password-required': 'New password is required',
  'current-password-wrong': 'This is not your present password',
}
export type ProfileTexts = Record<keyof typeof profileEn, string>

/** The field's own words that several features share: severities, apps, camera states. English. */
export const wordEn = {
  'severity-critical': 'Critical',
  'severity-high': 'High',
  'severity-medium': 'Medium',
  'severity-low': 'Low',
  'app-A001': 'Person',
  'app-A003': 'Motion',
  'app-A004': 'Wake-up',
  'app-A005': 'Fall',
  'app-A006': 'Bed exit',
  'app-A007': 'Continuous recording',
  'app-A008': 'Live streaming',
  'app-camera-inactive': 'Camera inactive',
  'app-hub-offline': 'Hub offline',
  'status-Online': 'Online',
  'status-Offline': 'Offline',
  'status-Inactive': 'Inactive',
  'status-Disabled': 'Disabled',
  'no-picture': 'No image to be displayed.',
}
export type WordTexts = Record<keyof typeof wordEn, string>

/** Texts of what a site says about apps, English. */
export const siteAppEn = {
  title: 'Apps of the site',
  help: 'What holds for cameras that follow and whose unit says nothing else.',
  back: 'Back to cameras',
  'unsaid-state': 'Not set (on)',
  'unsaid-schedule': 'Not set (always)',
  'schedule-help': 'For cameras without a schedule of their own or of their unit, in the site’s time zone.',
}
export type SiteAppTexts = Record<keyof typeof siteAppEn, string>

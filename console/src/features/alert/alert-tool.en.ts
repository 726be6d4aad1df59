/** Texts of the alert pages that come with what is opened: kept filters, the verdict's reasons, English. */
export const alertToolEn = {
  'saved-filters': 'Saved filters',
  'no-saved-filters': 'No saved filters',
  maximum: 'Maximum 5 filters allowed',
  'cameras-not-available': 'Some cameras are not available in the current unit',
  'keep-filter': 'Save these filters',
  'keep-nothing': 'Choose filters above the list first.',
  'keep-without-dates': 'The dates you chose are not saved with it.',
  'filter-name': 'Name',
  'name-required': 'Name is required',
  'name-taken': 'You have a filter of this name already.',
  'filter-deleted': 'Filter deleted',
  'default-on': 'Make it the default: the list then begins with it',
  'default-off': 'The default. Press to begin without filters.',
  'default-of': 'Default: {{name}}',
  rename: 'Rename',
  'rename-of': 'Rename {{name}}',
  'delete-of': 'Delete {{name}}',
}
export type AlertToolTexts = Record<keyof typeof alertToolEn, string>

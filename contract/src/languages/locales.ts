/** The languages of the product: a line here and a folder of texts beside it are all that one needs. No zod here. */

/** The formats of dates that the description names; the letters are date-fns's. GEN-04. */
export const DATE_FORMATS = ['do MMM yyyy, hh:mm a', 'yyyy/MM/dd HH:mm'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

type LocaleFacts = {
  /** In its own words. */
  name: string
  /** BCP 47: the language alone leaves the order of day and month to the runtime. */
  tag: string
  /** What `Intl.DateTimeFormat` calls the length of a date in an e-mail. */
  mailDates: 'medium' | 'long'
  /** What a new user's dates look like at first. */
  dateFormat: DateFormat
  isFamilyNameFirst: boolean
  /** The first day of a calendar's week, as `Date.getDay` counts: 0 is Sunday. */
  weekStart: 0 | 1
  /** What a model's report must be written in. */
  script: 'Latin' | 'Japanese'
}

export const LOCALES = {
  en: {
    name: 'English',
    tag: 'en-GB',
    script: 'Latin',
    isFamilyNameFirst: false,
    weekStart: 1,
    mailDates: 'medium',
    dateFormat: DATE_FORMATS[0],
  },
  ja: {
    name: '日本語',
    tag: 'ja-JP',
    script: 'Japanese',
    isFamilyNameFirst: true,
    weekStart: 0,
    mailDates: 'long',
    dateFormat: DATE_FORMATS[1],
  },
} as const satisfies Record<string, LocaleFacts>

export type Locale = keyof typeof LOCALES
/** In the order of the menus. */
export const LOCALE_CODES = Object.keys(LOCALES) as [Locale, ...Locale[]]
/** For a browser whose languages are all unknown; its folder has every file and key that the others must have. */
export const DEFAULT_LOCALE: Locale = 'en'
/** For a recipient whose language is not recorded. */
export const RECIPIENT_LOCALE: Locale = 'ja'
/** For what goes to a Japanese authority, whatever the reader's language is. */
export const AUTHORITY_LOCALE: Locale = 'ja'

/** `{{name}}` becomes the value of that name, or nothing. A value is never searched for placeholders. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''))
}

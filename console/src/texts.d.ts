/** Texts by language and group; made by build/texts.ts. */
declare module 'virtual:texts' {
  import type { Locale } from '@mimamori/contract/languages/locales.ts'
  import type { TextGroup } from '@mimamori/contract/languages/text-groups.ts'

  /** Namespace -> key -> text. */
  type Dictionary = Record<string, Record<string, string>>
  export type DictionaryLoaders = Record<Locale, Record<TextGroup, () => Promise<{ default: Dictionary }>>>
  export const loaders: DictionaryLoaders
}

declare module 'virtual:public-texts/*' {
  import type { Locale } from '@mimamori/contract/languages/locales.ts'

  const loaders: Record<Locale, () => Promise<{ default: Record<string, Record<string, string>> }>>
  export default loaders
}

declare module 'virtual:every-language/camera-field' {
  import type words from '@mimamori/contract/languages/en/camera-field.json'
  import type { Locale } from '@mimamori/contract/languages/locales.ts'

  const texts: Record<Locale, typeof words>
  export default texts
}

declare module 'virtual:every-language/push-worker' {
  import type words from '@mimamori/contract/languages/en/push-worker.json'
  import type { Locale } from '@mimamori/contract/languages/locales.ts'

  const texts: Record<Locale, typeof words>
  export default texts
}

declare module 'virtual:every-language/resident' {
  import type words from '@mimamori/contract/languages/en/resident.json'
  import type { Locale } from '@mimamori/contract/languages/locales.ts'

  const texts: Record<Locale, typeof words>
  export default texts
}

declare module 'virtual:every-language/time' {
  import type words from '@mimamori/contract/languages/en/time.json'
  import type { Locale } from '@mimamori/contract/languages/locales.ts'

  const texts: Record<Locale, Readonly<Record<keyof typeof words, string>>>
  export default texts
}

/** Values in the places of a text. Apart from plural forms, which the sign-in does without. */

/** `{{name}}` becomes the value of that name, or nothing. A value is never searched for placeholders. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''))
}

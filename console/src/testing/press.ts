/** What people do in more than one step. */
import { page, userEvent } from 'vitest/browser'

/** Chooses several by typing their names, in a field that finds them. */
export async function pick(field: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  await userEvent.keyboard('{Escape}')
}

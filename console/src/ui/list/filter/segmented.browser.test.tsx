import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Segmented } from './segmented.tsx'

test('GEN-01 at 320 px the words of a choice do not cover each other', async () => {
  await page.viewport(320, 700)
  const words = ['Bed', 'Person', 'Motion', 'Fall', 'プライバシーマスク'.replaceAll(/(?<=.)/g, '\u2060')]
  const options = words.map((label) => ({ value: label, label }))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Segmented label="Layer" value="Bed" options={options} onChange={() => {}} />)
  await expect.element(page.getByRole('radiogroup')).toBeVisible()
  const labels = [...document.querySelectorAll('[role="radiogroup"] label')]
  expect(labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
  root.unmount()
})

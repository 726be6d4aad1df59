/** The gallery at /gallery of the dev console: switches over a frame of its own width that shows the stories. */
import { type CSSProperties, useState } from 'react'

const CHOICES = {
  scheme: ['light', 'dark'],
  language: ['en', 'ja'],
  width: ['320', '390', '820', 'full'],
} as const
type Choices = { scheme: string; language: string; width: string }

const BAR: CSSProperties = { display: 'flex', flexWrap: 'wrap', gap: 16, padding: 12 }
const FRAME: CSSProperties = { display: 'block', height: 'calc(100dvh - 64px)', border: '1px solid var(--line)' }

export function Gallery() {
  const [choices, setChoices] = useState<Choices>({ scheme: 'light', language: 'en', width: 'full' })
  const { scheme, language, width } = choices
  return (
    <main>
      <div style={BAR}>
        <strong>Gallery</strong>
        {Object.entries(CHOICES).map(([name, options]) => (
          <label key={name}>
            {name}{' '}
            <select
              value={choices[name as keyof Choices]}
              onChange={(event) => setChoices({ ...choices, [name]: event.currentTarget.value })}
            >
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <iframe
        title="Stories"
        src={`/gallery?scheme=${scheme}&language=${language}`}
        style={{ ...FRAME, width: width === 'full' ? '100%' : `${width}px` }}
      />
    </main>
  )
}

/** The search of a list: searches when typing pauses, not at each letter; `/` focuses it (app/shell/keyboard.tsx). */
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import css from './search-box.module.css'

const PAUSE_MS = 300

type Props = {
  /** Placeholder and name, such as `Search cameras`. */
  label: string
  /** The current search text; a change from outside (filters cleared, back) updates the field. */
  text: string
  onChange: (text: string | undefined) => void
}

export function SearchBox({ label, text, onChange }: Props) {
  const [draft, setDraft] = useState(text)
  const sent = useRef(text)
  useEffect(() => {
    if (text === sent.current) return
    sent.current = text
    setDraft(text)
  }, [text])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new draft starts the pause
  useEffect(() => {
    const wanted = draft.trim()
    if (wanted === sent.current) return
    const send = () => {
      sent.current = wanted
      onChange(wanted || undefined)
    }
    const timer = setTimeout(send, wanted ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <div className={css.box}>
      <Search size={18} className={css.sign} aria-hidden />
      <input
        type="search"
        value={draft}
        placeholder={label}
        aria-label={label}
        className={css.input}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    </div>
  )
}

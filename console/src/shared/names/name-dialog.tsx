/** At a shared station: the person who presses. Nobody is chosen beforehand. ALARM-02. */
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { Late } from '#ui/feedback/late.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { type Answerer, groupsOf, latelyChosen, rememberChoice, useAnswerers, usePinAsked } from '../answerers.ts'
import css from './name-dialog.module.css'

const PinStep = lazyPart(async () => {
  const [{ PinStep }] = await Promise.all([import('./pin-step.tsx'), loadTexts('station-pin')])
  return { default: PinStep }
})

type Props = {
  /** What the name is for, as a question. */
  prompt: string
  about: string
  /** Ids of those who are likely to press: they stand first. */
  likely: readonly string[]
  /** It ends an alarm: where the site asks for it, the person enters the PIN. */
  isEnding?: boolean
  /** `proof`: of the PIN. */
  onChoose: (userId: string, proof?: string) => void
  onClose: () => void
}

export default function NameDialog({ prompt, about, likely, isEnding = false, onChoose, onClose }: Props) {
  const { t } = useTranslation('alarm')
  const { t: ui } = useTranslation('ui')
  const names = useAnswerers(true)
  const [text, setText] = useState('')
  const [lately] = useState(latelyChosen)
  const title = useId()
  const isPinAsked = usePinAsked() && isEnding
  const [entering, setEntering] = useState<Answerer | null>(null)
  const choose = (person: Answerer) => {
    rememberChoice(person.userId)
    if (isPinAsked) setEntering(person)
    else onChoose(person.userId)
  }
  if (entering) {
    const enter = (proof: string) => onChoose(entering.userId, proof)
    return (
      <PinStep person={entering} about={about} onProven={enter} onBack={() => setEntering(null)} onClose={onClose} />
    )
  }
  const groups = groupsOf(names.data ?? [], [...likely, ...lately], text)
  const isEmpty = names.data && groups.lately.length + groups.onDuty.length + groups.others.length === 0
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={title} onKeyDown={walk}>
      <DialogTitle id={title}>
        {prompt}
        <span className={css.about}>{about}</span>
      </DialogTitle>
      <DialogContent className={css.names!}>
        <TextField
          autoFocus
          fullWidth
          type="search"
          margin="dense"
          autoComplete="off"
          label={t('find-name')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {names.isPending && <Late>{ui('loading')}</Late>}
        {names.error && !names.data && (
          <Notice action={{ label: t('retry'), onClick: names.refetch }}>{t('names-failed')}</Notice>
        )}
        {isEmpty && <p role="status">{t('no-names')}</p>}
        <Names heading={t('names-lately')} names={groups.lately} onChoose={choose} />
        <Names heading={t('names-on-duty')} names={groups.onDuty} onChoose={choose} />
        <Names
          heading={groups.lately.length + groups.onDuty.length > 0 ? t('names-all') : undefined}
          names={groups.others}
          onChoose={choose}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {ui('cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type NamesProps = { heading: string | undefined; names: readonly Answerer[]; onChoose: (person: Answerer) => void }

function Names({ heading, names, onChoose }: NamesProps) {
  if (names.length === 0) return null
  return (
    <>
      {heading && <h3 className={css.heading}>{heading}</h3>}
      <ul className={css.list}>
        {names.map((person) => (
          <li key={person.userId}>
            <button type="button" className={css.name} data-name onClick={() => onChoose(person)}>
              {person.userName}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The arrows walk from the search through the names and back. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], [data-name]')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

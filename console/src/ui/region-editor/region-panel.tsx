/** Beside the frame: the list of shapes, the chosen one's name and arrow, and what the keys do. */
import { FormControlLabel, Switch, TextField } from '@mui/material'
import { type Dispatch, memo } from 'react'
import { useTranslation } from 'react-i18next'
import css from './region-editor.module.css'
import type { RegionKind, Shape } from './region-rules.ts'
import type { RegionAction } from './region-state.ts'

type Props = {
  shapes: readonly Shape[]
  chosen: number | null
  kind: RegionKind
  hasArrow: boolean
  helpId: string
  dispatch: Dispatch<RegionAction>
}

const NAME_MAX = 60

export const RegionPanel = memo(function RegionPanel({ shapes, chosen, kind, hasArrow, helpId, dispatch }: Props) {
  const { t } = useTranslation('region')
  const shape = chosen === null ? undefined : shapes[chosen]
  return (
    <div className={css.panel}>
      {shapes.length === 0 ? (
        <p className={css.quiet}>{t(`no-${kind}`)}</p>
      ) : (
        <ul className={css.list}>
          {shapes.map(({ name, corners }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other identity, and keep their order
            <li key={index}>
              <button
                type="button"
                className={css.row}
                aria-pressed={index === chosen}
                onClick={() => dispatch({ type: 'choose', region: index === chosen ? null : index })}
              >
                <span>{name || '—'}</span>
                <span className={css.quiet}>{t('corners', { count: corners.length })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shape && (
        <TextField
          size="small"
          fullWidth
          label={t('name')}
          value={shape.name}
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
          onChange={(event) => dispatch({ type: 'rename', name: event.target.value })}
        />
      )}
      {shape && hasArrow && <Arrow degrees={shape.headToFeet} dispatch={dispatch} />}
      <Keys id={helpId} />
    </div>
  )
})

function Arrow({ degrees, dispatch }: { degrees: number | undefined; dispatch: Dispatch<RegionAction> }) {
  const { t } = useTranslation('region')
  return (
    <div>
      <FormControlLabel
        label={t('arrow')}
        control={
          <Switch
            checked={degrees !== undefined}
            onChange={(_, isOn) => dispatch({ type: 'arrow', degrees: isOn ? 90 : undefined })}
          />
        }
      />
      {degrees !== undefined && (
        <input
          type="range"
          className={css.angle}
          min={0}
          max={359}
          value={degrees}
          aria-label={t('arrow-direction')}
          aria-valuetext={t('degrees', { count: degrees })}
          onChange={(event) => dispatch({ type: 'arrow', degrees: Number(event.target.value) })}
        />
      )}
    </div>
  )
}

const KEYS = ['draw', 'arrows', 'enter', 'finish', 'next', 'corner', 'insert', 'delete', 'zoom', 'escape'] as const

function Keys({ id }: { id: string }) {
  const { t } = useTranslation('region')
  return (
    <details className={css.keys}>
      <summary>{t('keys')}</summary>
      <dl id={id}>
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`key-${key}`)}</kbd>
            </dt>
            <dd>{t(`does-${key}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

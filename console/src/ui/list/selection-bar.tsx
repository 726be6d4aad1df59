/** What can be done with the records that were chosen: stays in sight at the foot of the list. */
import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#lib/browser/use-keys.ts'
import css from './selection-bar.module.css'

type Props = { count: number; onClear: () => void; children: ReactNode }

/** Escape gives the choice up. */
export function SelectionBar({ count, onClear, children }: Props) {
  const { t } = useTranslation('ui')
  useKeys({ Escape: onClear })
  return (
    <section className={css.bar} aria-label={t('selected', { count })}>
      <span className={css.count} aria-live="polite">
        {t('selected', { count })}
      </span>
      <Button variant="text" onClick={onClear}>
        {t('clear-selection')}
      </Button>
      <span className={css.actions}>{children}</span>
    </section>
  )
}

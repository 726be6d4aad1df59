/** The requested time, to the second, in the user's time zone. METRIC-03, GEN-04. */
import { TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { instantOf, wallTime } from '#lib/time/wall-time.ts'

type Props = { at: string; onChange: (at: string) => void }

export function MomentField({ at, onChange }: Props) {
  const { t } = useTranslation('measurement')
  const { timeZone } = useTime().style
  // The address lags behind: input must not be reset meanwhile.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      type="datetime-local"
      size="small"
      label={t('moment')}
      value={typed ?? wallTime(at, timeZone, 'second')}
      onChange={({ target }) => {
        setTyped(target.value)
        const wanted = instantOf(target.value, timeZone)
        if (wanted) onChange(wanted)
      }}
      onBlur={() => setTyped(null)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
    />
  )
}

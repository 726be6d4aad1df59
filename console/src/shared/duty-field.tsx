/** "Those on duty" in a list of subscribers, with who that is now and in which hours it is nobody. CAM-04; domain.md, "Shifts and duty". */
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCall } from '#lib/service/use-call.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import type { FieldOf } from '#ui/form/field/text-field.tsx'

const FRESH_MS = 60_000
type Place = { unitId: string | null; cameraId: string | null }

export function DutyField<T extends FieldValues, O>({ control, name, ...place }: FieldOf<T, O> & Place) {
  const { t } = useTranslation('cameraForm')
  const isOn = useWatch({ control, name })
  return (
    <div>
      <SwitchField control={control} name={name} label={t('on-duty')} helperText={t('on-duty-help')} />
      {Boolean(isOn) && <Beforehand {...place} />}
    </div>
  )
}

function Beforehand({ unitId, cameraId }: Place) {
  const { t } = useTranslation('cameraForm')
  const { clock } = useTime()
  const { data } = useCall(
    ['user', 'duty', unitId, cameraId],
    'user.duty',
    { body: { unitId, cameraId } },
    { staleTime: FRESH_MS },
  )
  if (!data) return null
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(t('on-duty-join'))
  const hours = data.gaps
    .map(({ startsAt, endsAt }) => `${toMinute(clock(startsAt))}–${toMinute(clock(endsAt))}`)
    .join(t('on-duty-join'))
  const instead = data.instead.length > 0 ? names(data.instead) : t('on-duty-none-instead')
  return (
    <div role="status" aria-live="polite">
      <p>
        {data.now.length > 0 ? t('on-duty-now', { names: names(data.now) }) : t('on-duty-nobody', { names: instead })}
      </p>
      {!data.hasRoster && <p>{t('on-duty-standing')}</p>}
      {data.gaps.length > 0 && <p>{t('on-duty-gaps', { hours, names: instead })}</p>}
    </div>
  )
}

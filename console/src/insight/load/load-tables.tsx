/** Load by shift and by carer. LOAD-01. */
import type { AlarmLoad, HourlyLoad, ShiftLoad } from '@mimamori/contract/insight/alarm-load.ts'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { Card } from '#ui/layout/card.tsx'
import { PlainTable } from '#ui/list/table/plain-table.tsx'
import css from './load.module.css'
import { useLoadWords } from './use-load-words.ts'

export function ShiftLoads({ load: { shifts, budgetPerHour } }: { load: AlarmLoad }) {
  const { t } = useTranslation('load')
  const nameOf = ({ key, name }: ShiftLoad) => {
    if (name !== null) return name
    return key === 'night' ? t('night') : key === 'day' ? t('day') : t('outside')
  }
  return (
    <Card title={t('by-shift')} help={t('by-shift-help')}>
      <PlainTable
        isOfNumbers
        label={t('by-shift')}
        columns={[t('shift'), ...useColumns(), ...(budgetPerHour === null ? [] : [t('over')])]}
      >
        {shifts.map((shift) => (
          <tr key={shift.key}>
            <th scope="row">{nameOf(shift)}</th>
            <Cells load={shift} />
            {budgetPerHour !== null && (
              <td className={css.over} data-bad={shift.overBudget > 0 || undefined}>
                {shift.overBudget}
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}

export function CarerLoads({ load: { carers } }: { load: AlarmLoad }) {
  const { t } = useTranslation('load')
  const { role } = useUser()
  const columns = useColumns()
  const help = mayCall(role, 'cameraApp.change') ? t('by-carer-help') : t('by-carer-own')
  return (
    <Card title={t('by-carer')} help={help}>
      {carers.length === 0 ? (
        <p className={css.quiet}>{t('no-carer')}</p>
      ) : (
        <PlainTable isOfNumbers label={t('by-carer')} columns={[t('carer'), ...columns]}>
          {carers.map((carer) => (
            <tr key={carer.userId}>
              <th scope="row">{carer.userName}</th>
              <Cells load={carer} />
            </tr>
          ))}
        </PlainTable>
      )}
    </Card>
  )
}

function useColumns(): string[] {
  const { t } = useTranslation('load')
  return [t('per-hour'), t('calls'), t('alarms'), t('judged-false'), t('repeated'), t('median'), t('p90')]
}

function Cells({ load }: { load: HourlyLoad }) {
  const { rate, length, falseShare, share, number } = useLoadWords()
  return (
    <>
      <td>{rate(load.perHour)}</td>
      <td>{number(load.calls)}</td>
      <td>{number(load.alarms)}</td>
      <td>{falseShare(load)}</td>
      <td>{share(load.repeated, load.calls)}</td>
      <td>{length(load.medianSeconds)}</td>
      <td>{length(load.p90Seconds)}</td>
    </>
  )
}

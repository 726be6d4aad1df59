/** Lengths of time as people say them: `42 s`, `3 min 20 s`, `2 h 05 min`. */
import { useTranslation } from 'react-i18next'

export function useLength(): (seconds: number) => string {
  const { t } = useTranslation('metrics')
  return (seconds) => {
    const whole = Math.round(seconds)
    if (whole < 60) return t('seconds', { seconds: whole })
    const minutes = Math.floor(whole / 60)
    if (minutes < 60) return t('minutes', { minutes, seconds: whole % 60 })
    return t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}

/** Saves one name in place: busy state, and the error as text. */
import { useState } from 'react'
import { errorOfService } from '#lib/browser/form-error.ts'
import { ApiError } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useFieldError } from '#ui/form/field/text-field.tsx'

export function useTagError() {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const key = failure instanceof ApiError ? failure.fields.name : undefined
  const ofName = useFieldError(key && errorOfService(key))
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, error: failure === null ? null : (ofName ?? errorText(failure)) }
}

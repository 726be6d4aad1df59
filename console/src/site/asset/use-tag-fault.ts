/** Saving one name where it stands: busy meanwhile, and what is wrong with it in words. */
import { useState } from 'react'
import { faultOfService } from '#lib/browser/form-fault.ts'
import { ApiError } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useFieldFault } from '#ui/form/field/field-fault.ts'

export function useTagFault() {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const key = failure instanceof ApiError ? failure.fields.name : undefined
  const ofName = useFieldFault(key && faultOfService(key))
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
  return { run, isBusy, fault: failure === null ? null : (ofName ?? errorText(failure)) }
}

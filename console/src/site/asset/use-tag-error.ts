/** Saves one name in place: busy state, and the error as text. */
import { useState } from 'react'
import { errorOfService } from '#lib/browser/form-error.ts'
import { ApiError } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useFieldError } from '#ui/form/field/text-field.tsx'

export function useTagError() {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const key = problem instanceof ApiError ? problem.fields.name : undefined
  const ofName = useFieldError(key && errorOfService(key))
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, error: problem === null ? null : (ofName ?? errorText(problem)) }
}

/** Why a backup could not be made, read or restored, in one sentence for the person in charge. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}

/** The name of the file in which `forms apply` records the forms it created. */
export const lockFileName = 'formctl.lock.json'

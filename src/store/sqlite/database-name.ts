/** The file of a data folder that holds all; apart, so that who looks for it does not load what opens it. */
export const databaseName = 'formctl.db'

/** What an answer holds beside what all answers do. Conditions, tables and the scripts of pages read it by this. */
export type AnswerKind =
  // As `value`: any text, a text of that form, a number, a day, a time, or true or false, which is sent as yes or no.
  | 'text'
  | 'email'
  | 'phone'
  | 'number'
  | 'date'
  | 'time'
  | 'boolean'
  // The chosen option, or a list of several; every option, each chosen or not; an option for each row; options in order.
  | 'selected'
  | 'choices'
  | 'rows'
  | 'ranking'
  // The names and addresses of files; only that something was given; a text for each field; which time is booked.
  | 'files'
  | 'secret'
  | 'fields'
  | 'booking'

/* Generated from schemas/form.schema.json by npm run generate. */
"use strict";
export const validateForm = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:form","title":"Form","description":"A form: a name, and at least two steps with components.","type":"object","required":["name","steps"],"properties":{"sourceFormId":{"type":"string","description":"The id of an existing form, whose fonts, colours and layout this form takes. --source-form and the settings can name it instead.","examples":["cl4xk2m8q0v9t7s1r3w5y6z8b"]},"name":{"type":"string","description":"The name of the form.","examples":["Customer survey"]},"language":{"type":"string","pattern":"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$","description":"The language of the texts, as in \"en\" or \"pt-BR\". Buttons and messages are in it where the service has them; numbers that people type are read by the rules of the page's language.","examples":["en"]},"translations":{"type":"object","description":"The texts of the form in other languages: by language, a translation for each text. People get the page in the language of the link's ?lang=, or else of their browser.","examples":[{"de":{"Customer survey":"Kundenumfrage"}}],"propertyNames":{"pattern":"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"},"additionalProperties":{"type":"object","title":"Translation","description":"A translation for each text of the form, word for word as the form has it.","additionalProperties":{"type":"string"}}},"settings":{"$ref":"#/definitions/Settings"},"steps":{"type":"array","minItems":2,"maxItems":100,"description":"The pages of the form, in order; at least two.","items":{"$ref":"#/definitions/Step"}}},"definitions":{"Step":{"type":"object","title":"Step","description":"One page of the form.","required":["name","components"],"properties":{"name":{"type":"string","description":"The name of the step; the heading of a page without a Header.","examples":["About you"]},"key":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,62}$","description":"The name that \"next\" of another step uses for this one: lower-case letters, digits and _, unique among the steps.","examples":["contact"]},"visibleIf":{"$ref":"#/definitions/Condition"},"next":{"type":"array","maxItems":100,"description":"Where to go after this step: the first entry whose condition holds. Without one, the next visible step.","items":{"$ref":"#/definitions/Next"}},"redirect":{"type":"string","description":"For an ending: the https address that people are led to. A short page of ours leads on at once; the components of the step are shown only where the address is not allowed. Its host stands in settings.redirectHosts.","examples":["https://www.example.com/thanks"]},"components":{"type":"array","minItems":1,"maxItems":100,"description":"What the page shows and asks, from top to bottom; at least one.","items":{"$ref":"#/definitions/Component"}}}},"Component":{"type":"object","title":"Component","description":"A question, a text or a button.","required":["type","content"],"properties":{"type":{"type":"string","description":"The component type."},"key":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,62}$","description":"The name of the question in responses, which stays when its wording changes: lower-case letters, digits and _, unique in the form.","examples":["job_title"]},"required":{"type":"boolean","description":"Whether the question must be answered.","examples":[true]},"description":{"type":"string","description":"A text between the question and its field.","examples":["As it stands in your contract."]},"visibleIf":{"$ref":"#/definitions/Condition"},"content":{"type":"object","description":"The texts, options and settings of the component; the keys depend on the type."}}},"Condition":{"type":"object","title":"Condition","description":"When something is shown: what the answer to an earlier question is, or several conditions joined by any or all.","properties":{"question":{"type":"string","description":"The key of the question; for one field of it, the key, a dot and the field.","examples":["job_title"]},"is":{"description":"The answer is this one, as it is stored; capitals count.","examples":["Berlin"]},"isNot":{"description":"The answer is another one, or there is none.","examples":["Berlin"]},"in":{"type":"array","maxItems":1000,"items":{},"description":"The answer is one of these.","examples":[["Berlin","London"]]},"contains":{"type":"string","description":"The answer holds this text, or this option is among the chosen ones.","examples":["London"]},"over":{"description":"The answer is a larger number, or a later date or time.","examples":[6]},"under":{"description":"The answer is a smaller number, or an earlier date or time.","examples":[7]},"answered":{"type":"boolean","description":"Whether the question is answered.","examples":[true]},"any":{"type":"array","minItems":1,"maxItems":100,"items":{"$ref":"#/definitions/Condition"},"description":"At least one of these conditions holds."},"all":{"type":"array","minItems":1,"maxItems":100,"items":{"$ref":"#/definitions/Condition"},"description":"Each of these conditions holds."}},"examples":[{"question":"job_title","answered":true}]},"Next":{"type":"object","title":"Next","description":"One way on from a step.","required":["to"],"properties":{"if":{"$ref":"#/definitions/Condition"},"to":{"type":"string","description":"The key of a later step.","examples":["contact"]}},"examples":[{"to":"contact"}]},"Settings":{"type":"object","title":"Settings","description":"What holds for the whole form.","additionalProperties":false,"properties":{"description":{"type":"string","description":"A sentence about the form, for the preview that other sites show of its link.","examples":["Five questions about your visit."]},"closesAt":{"type":"string","description":"The time from which the form takes no answers, as an ISO 8601 date and time with its zone.","examples":["2027-01-31T18:00:00Z"]},"responseLimit":{"type":"integer","minimum":1,"description":"The number of finished responses after which the form takes no more.","examples":[100]},"redirectHosts":{"type":"array","maxItems":20,"items":{"type":"string","pattern":"^[a-z0-9.-]+$"},"description":"The hosts that steps may lead to with \"redirect\".","examples":[["www.example.com"]]},"hiddenFields":{"type":"array","maxItems":50,"items":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_]{0,62}$"},"description":"The names of texts that the link of the form may carry into the meta of a response.","examples":[["campaign"]]},"embedOn":{"type":"array","maxItems":20,"items":{"type":"string"},"description":"The origins of the sites that may show the form in a frame.","examples":[["https://www.example.com"]]},"editableDays":{"type":"integer","minimum":1,"maximum":365,"description":"For how many days after a response is finished its answers may be changed, by a link that the thank-you page shows.","examples":[14]},"offersCopy":{"type":"boolean","description":"Whether the thank-you page offers the answers as a page to print or keep.","examples":[true]},"proofOfWork":{"type":"boolean","description":"Whether the browser solves a small task while people type. A response without its solution gets the flag no-proof.","examples":[true]}},"examples":[{"closesAt":"2027-01-31T18:00:00Z","responseLimit":100}]},"ShortInput":{"type":"object","description":"A field for one line of text.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What do you do?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["Gardener"]},"default":{"type":"string","description":"What stands in the field at first.","examples":["Gardener"]},"minLength":{"type":"integer","description":"The fewest characters of an answer.","examples":[5]},"maxLength":{"type":"integer","description":"The most characters of an answer; the page counts along.","examples":[80]},"pattern":{"type":"string","description":"A regular expression of JavaScript that the whole answer must match, without lookaround and backreferences.","examples":["[A-Z]{2}-[0-9]{4}"]},"patternMessage":{"type":"string","description":"What the page says about an answer that does not match the pattern.","examples":["Write it like AB-1234."]}},"examples":[{"question":"What do you do?"},{"question":"What is the number of your contract?","placeholder":"AB-1234","pattern":"[A-Z]{2}-[0-9]{4}","patternMessage":"Write it like AB-1234."}]},"LongInput":{"type":"object","description":"A field for a text of several lines.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What should we do better?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["Whatever comes to mind"]},"default":{"type":"string","description":"What stands in the field at first.","examples":["Nothing"]},"minLength":{"type":"integer","description":"The fewest characters of an answer.","examples":[5]},"maxLength":{"type":"integer","description":"The most characters of an answer; the page counts along.","examples":[500]},"pattern":{"type":"string","description":"A regular expression of JavaScript that the whole answer must match, without lookaround and backreferences.","examples":["[A-Z]{2}-[0-9]{4}"]},"patternMessage":{"type":"string","description":"What the page says about an answer that does not match the pattern.","examples":["Write it like AB-1234."]}},"examples":[{"question":"What should we do better?"},{"question":"What should we do better?","maxLength":500}]},"EmailForm":{"type":"object","description":"A field for an e-mail address.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where may we write to?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["name@example.com"]},"default":{"type":"string","description":"What stands in the field at first.","examples":["ada@example.com"]}},"examples":[{"question":"Where may we write to?"},{"question":"Where may we write to?","placeholder":"name@example.com"}]},"Number":{"type":"object","description":"A field for a number.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How many people work with you?"]},"min":{"type":"number","description":"The least number.","examples":[0]},"max":{"type":"number","description":"The greatest number.","examples":[500]},"step":{"type":"number","description":"The distance between numbers, counted from min or 0; 1 for whole numbers.","examples":[1]},"unit":{"type":"string","description":"What is counted, shown beside the field.","examples":["people"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["12"]},"default":{"type":"number","description":"The number that stands in the field at first.","examples":[1]}},"examples":[{"question":"How many people work with you?"},{"question":"How many people work with you?","min":0,"max":500,"step":1,"unit":"people"}]},"Rating":{"type":"object","description":"A rating by stars or numbers from 1 on.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How was your visit?"]},"max":{"type":"integer","description":"The number of stars, from 3 to 10; 5 if it is left out.","examples":[5]},"look":{"enum":["stars","numbers"],"description":"Whether the page shows stars or numbers; stars if it is left out.","examples":["stars"]},"lowLabel":{"type":"string","description":"What the lowest number means.","examples":["Poor"]},"highLabel":{"type":"string","description":"What the highest number means.","examples":["Excellent"]}},"examples":[{"question":"How was your visit?"},{"question":"How was your visit?","max":5,"lowLabel":"Poor","highLabel":"Excellent"}]},"OpinionScale":{"type":"object","description":"A scale of numbers, such as that of the Net Promoter Score.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How likely are you to recommend us?"]},"preset":{"enum":["nps"],"description":"With \"nps\", the scale goes from 0 to 10, as for the Net Promoter Score, and has its labels.","examples":["nps"]},"min":{"type":"integer","description":"The lowest number, 0 or 1; 1 if it is left out.","examples":[0]},"max":{"type":"integer","description":"The highest number, up to 10; 10 if it is left out.","examples":[10]},"lowLabel":{"type":"string","description":"What the lowest number means.","examples":["Not at all likely"]},"highLabel":{"type":"string","description":"What the highest number means.","examples":["Extremely likely"]}},"examples":[{"question":"How likely are you to recommend us?","preset":"nps"}]},"Date":{"type":"object","description":"Fields for the day, the month and the year of a date, in the order of the page's language.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["When did you visit us?"]},"min":{"type":"string","description":"The earliest date, as YYYY-MM-DD or today.","examples":["2026-01-01"]},"max":{"type":"string","description":"The latest date, as YYYY-MM-DD or today.","examples":["today"]},"dateOfBirth":{"type":"boolean","description":"Whether it asks when the person was born, so that browsers can fill it in; no if it is left out.","examples":[true]}},"examples":[{"question":"When did you visit us?"},{"question":"When did you visit us?","min":"2026-01-01","max":"today"}]},"Time":{"type":"object","description":"A field for a time of day.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["When may we call?"]},"min":{"type":"string","description":"The earliest time, as HH:MM.","examples":["09:00"]},"max":{"type":"string","description":"The latest time, as HH:MM.","examples":["17:00"]},"step":{"type":"integer","description":"The minutes between times, counted from min or midnight.","examples":[15]}},"examples":[{"question":"When may we call?"},{"question":"When may we call?","min":"09:00","max":"17:00","step":15}]},"Phone":{"type":"object","description":"A field for a phone number.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Which number may we call?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["020 7946 0958"]},"defaultCountry":{"type":"string","description":"The country of numbers without a country code, as two letters; chosen at first in the list of codes.","examples":["GB"]},"includeDialCode":{"type":"boolean","description":"Show a list of country codes beside the number.","examples":[true]}},"examples":[{"question":"Which number may we call?","defaultCountry":"GB"},{"question":"Which number may we call?","defaultCountry":"GB","includeDialCode":true}]},"PasswordInput":{"type":"object","description":"A field for a password. The password is not stored, only that one was typed.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Choose a password"]}},"examples":[{"question":"Choose a password"}]},"FileUploader":{"type":"object","description":"A field for files.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Attach your brief"]},"maxFiles":{"type":"integer","minimum":1,"maximum":10,"description":"The most files of an answer; at most 10, the limit of the server.","examples":[1]},"maxSize":{"type":"integer","minimum":1,"maximum":10,"description":"The largest size of a file in MiB; at most 10, the limit of the server.","examples":[5]},"accept":{"type":"array","maxItems":50,"items":{"type":"string","pattern":"^(\\.[^\\s/*]+|[\\w.+-]+/([\\w.+-]+|\\*))$"},"description":"The files that are taken: endings as in \".pdf\", or types as in \"image/*\". Names and contents are checked.","examples":[[".pdf","image/*"]]}},"examples":[{"question":"Attach your brief"}]},"IdentityInfo":{"type":"object","description":"Fields for personal details, such as name, e-mail address, phone number and company.","required":["fields"],"additionalProperties":false,"properties":{"fields":{"type":"array","maxItems":100,"description":"The fields, from top to bottom.","items":{"$ref":"#/definitions/IdentityField"},"examples":[[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]]}},"examples":[{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]},{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address","placeholder":"name@example.com"},{"key":"phoneNumber","label":"Phone number","includeDialCode":true,"defaultDialCodeCountry":"GB"}]}]},"IdentityField":{"type":"object","title":"IdentityField","required":["key","label"],"additionalProperties":false,"properties":{"key":{"description":"What the field asks for. E-mail addresses, phone numbers and web addresses are checked.","enum":["firstName","lastName","fullName","emailAddress","workEmailAddress","phoneNumber","companyName","numberOfEmployees","websiteUrl","title","streetAddress","aptSuiteEtc","city","state","country","zipCode","companyRevenue","profilePictureUrl"],"examples":["emailAddress"]},"label":{"type":"string","description":"The label of the field.","examples":["E-mail address"]},"required":{"type":"boolean","description":"Whether the field must be filled in.","examples":[true]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["name@example.com"]},"includeDialCode":{"type":"boolean","description":"Show a list of country codes beside the phone number. Only for phoneNumber.","examples":[true]},"defaultDialCodeCountry":{"type":"string","description":"The country whose code is chosen at first, as two letters. Only for phoneNumber.","examples":["GB"]},"blockPersonalEmails":{"type":"boolean","description":"Refuse addresses of personal mail providers. Only for emailAddress and workEmailAddress.","examples":[true]},"revealAfter":{"type":"string","description":"The key of another field. This field appears once that one is filled in.","examples":["workEmailAddress"]}},"description":"A field for one personal detail.","examples":[{"key":"fullName","label":"Full name"}]},"Address":{"type":"object","description":"A postal address, with a field for each part.","properties":{"question":{"type":"string","description":"The question, shown above the fields.","examples":["Where should we send it?"]},"fields":{"type":"array","maxItems":6,"items":{"enum":["streetAddress","aptSuiteEtc","city","state","zipCode","country"]},"description":"The parts of the address in their order; without it, all but aptSuiteEtc.","examples":[["streetAddress","zipCode","city","country"]]}},"examples":[{"question":"Where should we send it?"}]},"Dropdown":{"type":"object","description":"One or several options from a list.","anyOf":[{"required":["options"]},{"required":["choices"]}],"properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where do you work?"]},"options":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"The options; at least one.","examples":[["London","Berlin","Elsewhere"]]},"choices":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"Another name for options.","examples":[["London","Berlin","Elsewhere"]]},"placeholder":{"type":"string","description":"A hint, shown while nothing is chosen.","examples":["Pick a place"]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"hideQuestion":{"type":"boolean","description":"Hide the question on the page. Screen readers still read it.","examples":[true]},"other":{"type":"boolean","description":"Add a last option with a field for people's own answer.","examples":[true]},"otherLabel":{"type":"string","description":"The text of that last option; without it, \"Other\".","examples":["Something else"]},"minChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The fewest options that an answer may have, with isMulti.","examples":[1]},"maxChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The most options that an answer may have, with isMulti.","examples":[3]},"order":{"enum":["random"],"description":"With \"random\", each person sees the options in an order of their own; \"Other\" stays last.","examples":["random"]},"searchable":{"type":"boolean","description":"Show a field that filters the list, where the browser runs scripts. Without this key, lists of 15 options or more have one.","examples":[true]}},"examples":[{"question":"Where do you work?","options":["London","Berlin","Elsewhere"]},{"question":"Where do you work?","options":["London","Berlin","Elsewhere"],"placeholder":"Pick a place"}]},"MultipleOptionsQuestion":{"type":"object","description":"One or several options, all visible on the page.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How large is your team?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Just me","2 to 10","More than 10"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Just me","2 to 10","More than 10"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Count everyone."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"other":{"type":"boolean","description":"Add a last option with a field for people's own answer.","examples":[true]},"otherLabel":{"type":"string","description":"The text of that last option; without it, \"Other\".","examples":["Something else"]},"minChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The fewest options that an answer may have, with isMulti.","examples":[1]},"maxChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The most options that an answer may have, with isMulti.","examples":[3]},"order":{"enum":["random"],"description":"With \"random\", each person sees the options in an order of their own; \"Other\" stays last.","examples":["random"]}},"examples":[{"question":"How large is your team?","choices":["Just me","2 to 10","More than 10"]},{"question":"How large is your team?","subheading":"Count everyone.","choices":["Just me","2 to 10","More than 10"]}]},"GraphicOptions":{"type":"object","description":"One or several options, drawn as cards.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What matters most to you?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Speed","Price","Support"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Speed","Price","Support"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Think of last year."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"other":{"type":"boolean","description":"Add a last option with a field for people's own answer.","examples":[true]},"otherLabel":{"type":"string","description":"The text of that last option; without it, \"Other\".","examples":["Something else"]},"minChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The fewest options that an answer may have, with isMulti.","examples":[1]},"maxChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The most options that an answer may have, with isMulti.","examples":[3]},"order":{"enum":["random"],"description":"With \"random\", each person sees the options in an order of their own; \"Other\" stays last.","examples":["random"]},"columns":{"type":"integer","minimum":1,"maximum":4,"description":"The number of cards in a row of a wide page, from 1 to 4.","examples":[3]},"images":{"type":"array","maxItems":1000,"items":{"$ref":"#/definitions/OptionImage"},"description":"The pictures of options, each with option (as in choices), image (its https address) and alt (what it shows).","examples":[[{"option":"Speed","image":"https://img.example.com/speed.png","alt":"A running hare"}]]}},"examples":[{"question":"What matters most to you?","choices":["Speed","Price","Support"]},{"question":"What matters most to you?","subheading":"Choose as many as you like.","choices":["Speed","Price","Support"],"isMulti":true}]},"OptionImage":{"type":"object","title":"OptionImage","description":"The picture of an option.","required":["option","image"],"additionalProperties":false,"properties":{"option":{"type":"string","description":"The option, as it stands in choices.","examples":["Speed"]},"image":{"type":"string","description":"The https address of the picture.","examples":["https://img.example.com/speed.png"]},"alt":{"type":"string","description":"What the picture shows, for people who cannot see it; empty if it only decorates.","examples":["A running hare"]}},"examples":[{"option":"Speed","image":"https://img.example.com/speed.png","alt":"A running hare"}]},"Matrix":{"type":"object","description":"A table of questions that share their options: one option for each row.","required":["rows","columns"],"properties":{"question":{"type":"string","description":"The question, shown above the table.","examples":["How content are you?"]},"rows":{"type":"array","maxItems":100,"items":{"type":"string"},"description":"What is asked about, one text for each row.","examples":[["Price","Service"]]},"columns":{"type":"array","maxItems":20,"items":{"type":"string"},"description":"The options of each row.","examples":[["Not at all","Partly","Very"]]}},"examples":[{"question":"How content are you?","rows":["Price","Service"],"columns":["Not at all","Partly","Very"]}]},"Ranking":{"type":"object","description":"Options to put in order.","required":["options"],"properties":{"question":{"type":"string","description":"The question, shown above the options.","examples":["What matters most to you?"]},"options":{"type":"array","maxItems":40,"items":{"type":"string"},"description":"The options to put in order.","examples":[["Speed","Price","Support"]]}},"examples":[{"question":"What matters most to you?","options":["Speed","Price","Support"]}]},"Consent":{"type":"object","description":"A box to tick before going on; \"required: false\" beside type makes it optional.","required":["text"],"properties":{"question":{"type":"string","description":"A short name of the consent, shown above it; the heading of its answers.","examples":["Your data"]},"text":{"type":"string","description":"What people agree to. [text](https://…) becomes a link.","examples":["I agree to the [privacy notice](https://example.com/privacy)."]}},"examples":[{"text":"I agree to the [privacy notice](https://example.com/privacy)."}]},"SchedulerScreen":{"type":"object","description":"The calendar of a scheduling provider, to book a time.","anyOf":[{"required":["dataUrl"]},{"required":["url"]},{"required":["calendarUrl"]}],"properties":{"dataUrl":{"type":"string","description":"The address of the calendar, as the scheduling provider shows it.","examples":["https://calendar.example.com/ada"]},"url":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"calendarUrl":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"message":{"type":"string","description":"Text above the calendar.","examples":["Pick a time that suits you."]},"calendarType":{"type":"string","description":"The name of the scheduling provider.","examples":["Calendly","Cal.com","HubSpot","SavvyCal","RevenueHero"]},"prefillEmail":{"type":"boolean","description":"Fill in the e-mail address that was given on an earlier step.","examples":[true]}},"examples":[{"dataUrl":"https://calendar.example.com/ada","message":"Pick a time that suits you."}]},"NextButton":{"type":"object","description":"The button that leads to the next step, or sends the form.","properties":{"buttonText":{"type":"string","description":"The text of the button.","examples":["Continue"]},"label":{"type":"string","description":"Another name for buttonText.","examples":["Continue"]}},"examples":[{"buttonText":"Continue"}]},"Header":{"type":"object","description":"A heading, with or without a text below it.","properties":{"title":{"type":"string","description":"The heading.","examples":["Tell us about you"]},"subheading":{"type":"string","description":"Text below the heading.","examples":["It takes two minutes."]}},"examples":[{"title":"Tell us about you","subheading":"It takes two minutes."}]},"Disclaimer":{"type":"object","description":"A text in small print, such as a privacy notice.","properties":{"text":{"type":"string","description":"The text. Line breaks are kept.","examples":["We keep your answers for a year."]}},"examples":[{"text":"We keep your answers for a year."}]},"Statement":{"type":"object","description":"A text to read, with or without a heading.","properties":{"title":{"type":"string","description":"The heading.","examples":["Before you start"]},"text":{"type":"string","description":"The text. Line breaks are kept; [text](https://…) becomes a link.","examples":["Have your contract at hand."]}},"examples":[{"title":"Before you start","text":"Have your contract at hand."}]}}};
const schema12 = {"type":"object","title":"Settings","description":"What holds for the whole form.","additionalProperties":false,"properties":{"description":{"type":"string","description":"A sentence about the form, for the preview that other sites show of its link.","examples":["Five questions about your visit."]},"closesAt":{"type":"string","description":"The time from which the form takes no answers, as an ISO 8601 date and time with its zone.","examples":["2027-01-31T18:00:00Z"]},"responseLimit":{"type":"integer","minimum":1,"description":"The number of finished responses after which the form takes no more.","examples":[100]},"redirectHosts":{"type":"array","maxItems":20,"items":{"type":"string","pattern":"^[a-z0-9.-]+$"},"description":"The hosts that steps may lead to with \"redirect\".","examples":[["www.example.com"]]},"hiddenFields":{"type":"array","maxItems":50,"items":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_]{0,62}$"},"description":"The names of texts that the link of the form may carry into the meta of a response.","examples":[["campaign"]]},"embedOn":{"type":"array","maxItems":20,"items":{"type":"string"},"description":"The origins of the sites that may show the form in a frame.","examples":[["https://www.example.com"]]},"editableDays":{"type":"integer","minimum":1,"maximum":365,"description":"For how many days after a response is finished its answers may be changed, by a link that the thank-you page shows.","examples":[14]},"offersCopy":{"type":"boolean","description":"Whether the thank-you page offers the answers as a page to print or keep.","examples":[true]},"proofOfWork":{"type":"boolean","description":"Whether the browser solves a small task while people type. A response without its solution gets the flag no-proof.","examples":[true]}},"examples":[{"closesAt":"2027-01-31T18:00:00Z","responseLimit":100}]};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", "u");
const pattern2 = new RegExp("^[a-z0-9.-]+$", "u");
const pattern3 = new RegExp("^[A-Za-z][A-Za-z0-9_]{0,62}$", "u");
const schema13 = {"type":"object","title":"Step","description":"One page of the form.","required":["name","components"],"properties":{"name":{"type":"string","description":"The name of the step; the heading of a page without a Header.","examples":["About you"]},"key":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,62}$","description":"The name that \"next\" of another step uses for this one: lower-case letters, digits and _, unique among the steps.","examples":["contact"]},"visibleIf":{"$ref":"#/definitions/Condition"},"next":{"type":"array","maxItems":100,"description":"Where to go after this step: the first entry whose condition holds. Without one, the next visible step.","items":{"$ref":"#/definitions/Next"}},"redirect":{"type":"string","description":"For an ending: the https address that people are led to. A short page of ours leads on at once; the components of the step are shown only where the address is not allowed. Its host stands in settings.redirectHosts.","examples":["https://www.example.com/thanks"]},"components":{"type":"array","minItems":1,"maxItems":100,"description":"What the page shows and asks, from top to bottom; at least one.","items":{"$ref":"#/definitions/Component"}}}};
const pattern4 = new RegExp("^[a-z][a-z0-9_]{0,62}$", "u");
const schema14 = {"type":"object","title":"Condition","description":"When something is shown: what the answer to an earlier question is, or several conditions joined by any or all.","properties":{"question":{"type":"string","description":"The key of the question; for one field of it, the key, a dot and the field.","examples":["job_title"]},"is":{"description":"The answer is this one, as it is stored; capitals count.","examples":["Berlin"]},"isNot":{"description":"The answer is another one, or there is none.","examples":["Berlin"]},"in":{"type":"array","maxItems":1000,"items":{},"description":"The answer is one of these.","examples":[["Berlin","London"]]},"contains":{"type":"string","description":"The answer holds this text, or this option is among the chosen ones.","examples":["London"]},"over":{"description":"The answer is a larger number, or a later date or time.","examples":[6]},"under":{"description":"The answer is a smaller number, or an earlier date or time.","examples":[7]},"answered":{"type":"boolean","description":"Whether the question is answered.","examples":[true]},"any":{"type":"array","minItems":1,"maxItems":100,"items":{"$ref":"#/definitions/Condition"},"description":"At least one of these conditions holds."},"all":{"type":"array","minItems":1,"maxItems":100,"items":{"$ref":"#/definitions/Condition"},"description":"Each of these conditions holds."}},"examples":[{"question":"job_title","answered":true}]};
const wrapper0 = {validate: validate12};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.in !== undefined && func0.call(data, "in")){
let data1 = data.in;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err1 = {instancePath:instancePath+"/in",schemaPath:"#/properties/in/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/in",schemaPath:"#/properties/in/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.contains !== undefined && func0.call(data, "contains")){
if(typeof data.contains !== "string"){
const err3 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.answered !== undefined && func0.call(data, "answered")){
if(typeof data.answered !== "boolean"){
const err4 = {instancePath:instancePath+"/answered",schemaPath:"#/properties/answered/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.any !== undefined && func0.call(data, "any")){
let data4 = data.any;
if(Array.isArray(data4)){
if(data4.length > 100){
const err5 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data4.length < 1){
const err6 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(wrapper0.validate(data4[i0], {instancePath:instancePath+"/any/" + i0,parentData:data4,parentDataProperty:i0,rootData}))){
if(vErrors === null){ vErrors = wrapper0.validate.errors; } else { for(const err of wrapper0.validate.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.all !== undefined && func0.call(data, "all")){
let data6 = data.all;
if(Array.isArray(data6)){
if(data6.length > 100){
const err8 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data6.length < 1){
const err9 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
if(!(wrapper0.validate(data6[i1], {instancePath:instancePath+"/all/" + i1,parentData:data6,parentDataProperty:i1,rootData}))){
if(vErrors === null){ vErrors = wrapper0.validate.errors; } else { for(const err of wrapper0.validate.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":"object","title":"Next","description":"One way on from a step.","required":["to"],"properties":{"if":{"$ref":"#/definitions/Condition"},"to":{"type":"string","description":"The key of a later step.","examples":["contact"]}},"examples":[{"to":"contact"}]};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.to === undefined) || (!(func0.call(data, "to")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"},message:"must have required property '"+"to"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.if !== undefined && func0.call(data, "if")){
if(!(validate12(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
if(data.to !== undefined && func0.call(data, "to")){
if(typeof data.to !== "string"){
const err1 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":"object","title":"Component","description":"A question, a text or a button.","required":["type","content"],"properties":{"type":{"type":"string","description":"The component type."},"key":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,62}$","description":"The name of the question in responses, which stays when its wording changes: lower-case letters, digits and _, unique in the form.","examples":["job_title"]},"required":{"type":"boolean","description":"Whether the question must be answered.","examples":[true]},"description":{"type":"string","description":"A text between the question and its field.","examples":["As it stands in your contract."]},"visibleIf":{"$ref":"#/definitions/Condition"},"content":{"type":"object","description":"The texts, options and settings of the component; the keys depend on the type."}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.type === undefined) || (!(func0.call(data, "type")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.content === undefined) || (!(func0.call(data, "content")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type !== undefined && func0.call(data, "type")){
if(typeof data.type !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.key !== undefined && func0.call(data, "key")){
let data1 = data.key;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,62}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,62}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.required !== undefined && func0.call(data, "required")){
if(typeof data.required !== "boolean"){
const err5 = {instancePath:instancePath+"/required",schemaPath:"#/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
if(typeof data.description !== "string"){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.visibleIf !== undefined && func0.call(data, "visibleIf")){
if(!(validate12(data.visibleIf, {instancePath:instancePath+"/visibleIf",parentData:data,parentDataProperty:"visibleIf",rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
if(data.content !== undefined && func0.call(data, "content")){
let data5 = data.content;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err7 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.components === undefined) || (!(func0.call(data, "components")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "components"},message:"must have required property '"+"components"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.key !== undefined && func0.call(data, "key")){
let data1 = data.key;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,62}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,62}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.visibleIf !== undefined && func0.call(data, "visibleIf")){
if(!(validate12(data.visibleIf, {instancePath:instancePath+"/visibleIf",parentData:data,parentDataProperty:"visibleIf",rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
if(data.next !== undefined && func0.call(data, "next")){
let data3 = data.next;
if(Array.isArray(data3)){
if(data3.length > 100){
const err5 = {instancePath:instancePath+"/next",schemaPath:"#/properties/next/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate14(data3[i0], {instancePath:instancePath+"/next/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
if(vErrors === null){ vErrors = validate14.errors; } else { for(const err of validate14.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/next",schemaPath:"#/properties/next/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.redirect !== undefined && func0.call(data, "redirect")){
if(typeof data.redirect !== "string"){
const err7 = {instancePath:instancePath+"/redirect",schemaPath:"#/properties/redirect/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.components !== undefined && func0.call(data, "components")){
let data6 = data.components;
if(Array.isArray(data6)){
if(data6.length > 100){
const err8 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data6.length < 1){
const err9 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
if(!(validate17(data6[i1], {instancePath:instancePath+"/components/" + i1,parentData:data6,parentDataProperty:i1,rootData}))){
if(vErrors === null){ vErrors = validate17.errors; } else { for(const err of validate17.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:form" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.steps === undefined) || (!(func0.call(data, "steps")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "steps"},message:"must have required property '"+"steps"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.sourceFormId !== undefined && func0.call(data, "sourceFormId")){
if(typeof data.sourceFormId !== "string"){
const err2 = {instancePath:instancePath+"/sourceFormId",schemaPath:"#/properties/sourceFormId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.language !== undefined && func0.call(data, "language")){
let data2 = data.language;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err4 = {instancePath:instancePath+"/language",schemaPath:"#/properties/language/pattern",keyword:"pattern",params:{pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"},message:"must match pattern \""+"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/language",schemaPath:"#/properties/language/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.translations !== undefined && func0.call(data, "translations")){
let data3 = data.translations;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key0 of Object.keys(data3)){
const _errs9 = errors;
if(typeof key0 === "string"){
if(!pattern0.test(key0)){
const err6 = {instancePath:instancePath+"/translations",schemaPath:"#/properties/translations/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"},message:"must match pattern \""+"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var valid1 = _errs9 === errors;
if(!valid1){
const err7 = {instancePath:instancePath+"/translations",schemaPath:"#/properties/translations/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
for(const key1 of Object.keys(data3)){
let data4 = data3[key1];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key2 of Object.keys(data4)){
if(typeof data4[key2] !== "string"){
const err8 = {instancePath:instancePath+"/translations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/translations/additionalProperties/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/translations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/translations/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/translations",schemaPath:"#/properties/translations/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.settings !== undefined && func0.call(data, "settings")){
let data6 = data.settings;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key3 of Object.keys(data6)){
if(!(func0.call(schema12.properties, key3))){
const err11 = {instancePath:instancePath+"/settings",schemaPath:"#/definitions/Settings/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data6.description !== undefined && func0.call(data6, "description")){
if(typeof data6.description !== "string"){
const err12 = {instancePath:instancePath+"/settings/description",schemaPath:"#/definitions/Settings/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data6.closesAt !== undefined && func0.call(data6, "closesAt")){
if(typeof data6.closesAt !== "string"){
const err13 = {instancePath:instancePath+"/settings/closesAt",schemaPath:"#/definitions/Settings/properties/closesAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data6.responseLimit !== undefined && func0.call(data6, "responseLimit")){
let data9 = data6.responseLimit;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err14 = {instancePath:instancePath+"/settings/responseLimit",schemaPath:"#/definitions/Settings/properties/responseLimit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
const err15 = {instancePath:instancePath+"/settings/responseLimit",schemaPath:"#/definitions/Settings/properties/responseLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data6.redirectHosts !== undefined && func0.call(data6, "redirectHosts")){
let data10 = data6.redirectHosts;
if(Array.isArray(data10)){
if(data10.length > 20){
const err16 = {instancePath:instancePath+"/settings/redirectHosts",schemaPath:"#/definitions/Settings/properties/redirectHosts/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
if(typeof data11 === "string"){
if(!pattern2.test(data11)){
const err17 = {instancePath:instancePath+"/settings/redirectHosts/" + i0,schemaPath:"#/definitions/Settings/properties/redirectHosts/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/settings/redirectHosts/" + i0,schemaPath:"#/definitions/Settings/properties/redirectHosts/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/settings/redirectHosts",schemaPath:"#/definitions/Settings/properties/redirectHosts/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data6.hiddenFields !== undefined && func0.call(data6, "hiddenFields")){
let data12 = data6.hiddenFields;
if(Array.isArray(data12)){
if(data12.length > 50){
const err20 = {instancePath:instancePath+"/settings/hiddenFields",schemaPath:"#/definitions/Settings/properties/hiddenFields/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(typeof data13 === "string"){
if(!pattern3.test(data13)){
const err21 = {instancePath:instancePath+"/settings/hiddenFields/" + i1,schemaPath:"#/definitions/Settings/properties/hiddenFields/items/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_]{0,62}$"},message:"must match pattern \""+"^[A-Za-z][A-Za-z0-9_]{0,62}$"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/settings/hiddenFields/" + i1,schemaPath:"#/definitions/Settings/properties/hiddenFields/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/settings/hiddenFields",schemaPath:"#/definitions/Settings/properties/hiddenFields/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data6.embedOn !== undefined && func0.call(data6, "embedOn")){
let data14 = data6.embedOn;
if(Array.isArray(data14)){
if(data14.length > 20){
const err24 = {instancePath:instancePath+"/settings/embedOn",schemaPath:"#/definitions/Settings/properties/embedOn/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
if(typeof data14[i2] !== "string"){
const err25 = {instancePath:instancePath+"/settings/embedOn/" + i2,schemaPath:"#/definitions/Settings/properties/embedOn/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/settings/embedOn",schemaPath:"#/definitions/Settings/properties/embedOn/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data6.editableDays !== undefined && func0.call(data6, "editableDays")){
let data16 = data6.editableDays;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err27 = {instancePath:instancePath+"/settings/editableDays",schemaPath:"#/definitions/Settings/properties/editableDays/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 365 || isNaN(data16)){
const err28 = {instancePath:instancePath+"/settings/editableDays",schemaPath:"#/definitions/Settings/properties/editableDays/maximum",keyword:"maximum",params:{comparison: "<=", limit: 365},message:"must be <= 365"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data16 < 1 || isNaN(data16)){
const err29 = {instancePath:instancePath+"/settings/editableDays",schemaPath:"#/definitions/Settings/properties/editableDays/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
if(data6.offersCopy !== undefined && func0.call(data6, "offersCopy")){
if(typeof data6.offersCopy !== "boolean"){
const err30 = {instancePath:instancePath+"/settings/offersCopy",schemaPath:"#/definitions/Settings/properties/offersCopy/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data6.proofOfWork !== undefined && func0.call(data6, "proofOfWork")){
if(typeof data6.proofOfWork !== "boolean"){
const err31 = {instancePath:instancePath+"/settings/proofOfWork",schemaPath:"#/definitions/Settings/properties/proofOfWork/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/settings",schemaPath:"#/definitions/Settings/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.steps !== undefined && func0.call(data, "steps")){
let data19 = data.steps;
if(Array.isArray(data19)){
if(data19.length > 100){
const err33 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data19.length < 2){
const err34 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
const len3 = data19.length;
for(let i3=0; i3<len3; i3++){
if(!(validate11(data19[i3], {instancePath:instancePath+"/steps/" + i3,parentData:data19,parentDataProperty:i3,rootData}))){
if(vErrors === null){ vErrors = validate11.errors; } else { for(const err of validate11.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err35 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const validateStep = validate21;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.components === undefined) || (!(func0.call(data, "components")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "components"},message:"must have required property '"+"components"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.key !== undefined && func0.call(data, "key")){
let data1 = data.key;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,62}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,62}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.visibleIf !== undefined && func0.call(data, "visibleIf")){
if(!(validate12(data.visibleIf, {instancePath:instancePath+"/visibleIf",parentData:data,parentDataProperty:"visibleIf",rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
if(data.next !== undefined && func0.call(data, "next")){
let data3 = data.next;
if(Array.isArray(data3)){
if(data3.length > 100){
const err5 = {instancePath:instancePath+"/next",schemaPath:"#/properties/next/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate14(data3[i0], {instancePath:instancePath+"/next/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
if(vErrors === null){ vErrors = validate14.errors; } else { for(const err of validate14.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/next",schemaPath:"#/properties/next/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.redirect !== undefined && func0.call(data, "redirect")){
if(typeof data.redirect !== "string"){
const err7 = {instancePath:instancePath+"/redirect",schemaPath:"#/properties/redirect/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.components !== undefined && func0.call(data, "components")){
let data6 = data.components;
if(Array.isArray(data6)){
if(data6.length > 100){
const err8 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data6.length < 1){
const err9 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
if(!(validate17(data6[i1], {instancePath:instancePath+"/components/" + i1,parentData:data6,parentDataProperty:i1,rootData}))){
if(vErrors === null){ vErrors = validate17.errors; } else { for(const err of validate17.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const validateComponent = validate25;

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.type === undefined) || (!(func0.call(data, "type")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.content === undefined) || (!(func0.call(data, "content")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type !== undefined && func0.call(data, "type")){
if(typeof data.type !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.key !== undefined && func0.call(data, "key")){
let data1 = data.key;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,62}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,62}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.required !== undefined && func0.call(data, "required")){
if(typeof data.required !== "boolean"){
const err5 = {instancePath:instancePath+"/required",schemaPath:"#/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
if(typeof data.description !== "string"){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.visibleIf !== undefined && func0.call(data, "visibleIf")){
if(!(validate12(data.visibleIf, {instancePath:instancePath+"/visibleIf",parentData:data,parentDataProperty:"visibleIf",rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
if(data.content !== undefined && func0.call(data, "content")){
let data5 = data.content;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err7 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}

export const validateCondition = validate27;

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.in !== undefined && func0.call(data, "in")){
let data1 = data.in;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err1 = {instancePath:instancePath+"/in",schemaPath:"#/properties/in/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/in",schemaPath:"#/properties/in/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.contains !== undefined && func0.call(data, "contains")){
if(typeof data.contains !== "string"){
const err3 = {instancePath:instancePath+"/contains",schemaPath:"#/properties/contains/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.answered !== undefined && func0.call(data, "answered")){
if(typeof data.answered !== "boolean"){
const err4 = {instancePath:instancePath+"/answered",schemaPath:"#/properties/answered/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.any !== undefined && func0.call(data, "any")){
let data4 = data.any;
if(Array.isArray(data4)){
if(data4.length > 100){
const err5 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data4.length < 1){
const err6 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(validate12(data4[i0], {instancePath:instancePath+"/any/" + i0,parentData:data4,parentDataProperty:i0,rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath:instancePath+"/any",schemaPath:"#/properties/any/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.all !== undefined && func0.call(data, "all")){
let data6 = data.all;
if(Array.isArray(data6)){
if(data6.length > 100){
const err8 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data6.length < 1){
const err9 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
if(!(validate12(data6[i1], {instancePath:instancePath+"/all/" + i1,parentData:data6,parentDataProperty:i1,rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/all",schemaPath:"#/properties/all/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}

export const validateNext = validate30;

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.to === undefined) || (!(func0.call(data, "to")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "to"},message:"must have required property '"+"to"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.if !== undefined && func0.call(data, "if")){
if(!(validate12(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData}))){
if(vErrors === null){ vErrors = validate12.errors; } else { for(const err of validate12.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
if(data.to !== undefined && func0.call(data, "to")){
if(typeof data.to !== "string"){
const err1 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}

export const validateSettings = validate32;

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(func0.call(schema12.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
if(typeof data.description !== "string"){
const err1 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.closesAt !== undefined && func0.call(data, "closesAt")){
if(typeof data.closesAt !== "string"){
const err2 = {instancePath:instancePath+"/closesAt",schemaPath:"#/properties/closesAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.responseLimit !== undefined && func0.call(data, "responseLimit")){
let data2 = data.responseLimit;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err3 = {instancePath:instancePath+"/responseLimit",schemaPath:"#/properties/responseLimit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/responseLimit",schemaPath:"#/properties/responseLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.redirectHosts !== undefined && func0.call(data, "redirectHosts")){
let data3 = data.redirectHosts;
if(Array.isArray(data3)){
if(data3.length > 20){
const err5 = {instancePath:instancePath+"/redirectHosts",schemaPath:"#/properties/redirectHosts/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(!pattern2.test(data4)){
const err6 = {instancePath:instancePath+"/redirectHosts/" + i0,schemaPath:"#/properties/redirectHosts/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9.-]+$"},message:"must match pattern \""+"^[a-z0-9.-]+$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/redirectHosts/" + i0,schemaPath:"#/properties/redirectHosts/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/redirectHosts",schemaPath:"#/properties/redirectHosts/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.hiddenFields !== undefined && func0.call(data, "hiddenFields")){
let data5 = data.hiddenFields;
if(Array.isArray(data5)){
if(data5.length > 50){
const err9 = {instancePath:instancePath+"/hiddenFields",schemaPath:"#/properties/hiddenFields/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(typeof data6 === "string"){
if(!pattern3.test(data6)){
const err10 = {instancePath:instancePath+"/hiddenFields/" + i1,schemaPath:"#/properties/hiddenFields/items/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_]{0,62}$"},message:"must match pattern \""+"^[A-Za-z][A-Za-z0-9_]{0,62}$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/hiddenFields/" + i1,schemaPath:"#/properties/hiddenFields/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/hiddenFields",schemaPath:"#/properties/hiddenFields/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.embedOn !== undefined && func0.call(data, "embedOn")){
let data7 = data.embedOn;
if(Array.isArray(data7)){
if(data7.length > 20){
const err13 = {instancePath:instancePath+"/embedOn",schemaPath:"#/properties/embedOn/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
if(typeof data7[i2] !== "string"){
const err14 = {instancePath:instancePath+"/embedOn/" + i2,schemaPath:"#/properties/embedOn/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/embedOn",schemaPath:"#/properties/embedOn/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.editableDays !== undefined && func0.call(data, "editableDays")){
let data9 = data.editableDays;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err16 = {instancePath:instancePath+"/editableDays",schemaPath:"#/properties/editableDays/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 365 || isNaN(data9)){
const err17 = {instancePath:instancePath+"/editableDays",schemaPath:"#/properties/editableDays/maximum",keyword:"maximum",params:{comparison: "<=", limit: 365},message:"must be <= 365"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/editableDays",schemaPath:"#/properties/editableDays/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data.offersCopy !== undefined && func0.call(data, "offersCopy")){
if(typeof data.offersCopy !== "boolean"){
const err19 = {instancePath:instancePath+"/offersCopy",schemaPath:"#/properties/offersCopy/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.proofOfWork !== undefined && func0.call(data, "proofOfWork")){
if(typeof data.proofOfWork !== "boolean"){
const err20 = {instancePath:instancePath+"/proofOfWork",schemaPath:"#/properties/proofOfWork/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}

export const validateShortInput = validate33;
const schema22 = {"type":"object","description":"A field for one line of text.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What do you do?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["Gardener"]},"default":{"type":"string","description":"What stands in the field at first.","examples":["Gardener"]},"minLength":{"type":"integer","description":"The fewest characters of an answer.","examples":[5]},"maxLength":{"type":"integer","description":"The most characters of an answer; the page counts along.","examples":[80]},"pattern":{"type":"string","description":"A regular expression of JavaScript that the whole answer must match, without lookaround and backreferences.","examples":["[A-Z]{2}-[0-9]{4}"]},"patternMessage":{"type":"string","description":"What the page says about an answer that does not match the pattern.","examples":["Write it like AB-1234."]}},"examples":[{"question":"What do you do?"},{"question":"What is the number of your contract?","placeholder":"AB-1234","pattern":"[A-Z]{2}-[0-9]{4}","patternMessage":"Write it like AB-1234."}]};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.placeholder !== undefined && func0.call(data, "placeholder")){
if(typeof data.placeholder !== "string"){
const err1 = {instancePath:instancePath+"/placeholder",schemaPath:"#/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.default !== undefined && func0.call(data, "default")){
if(typeof data.default !== "string"){
const err2 = {instancePath:instancePath+"/default",schemaPath:"#/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.minLength !== undefined && func0.call(data, "minLength")){
let data3 = data.minLength;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err3 = {instancePath:instancePath+"/minLength",schemaPath:"#/properties/minLength/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.maxLength !== undefined && func0.call(data, "maxLength")){
let data4 = data.maxLength;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err4 = {instancePath:instancePath+"/maxLength",schemaPath:"#/properties/maxLength/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.pattern !== undefined && func0.call(data, "pattern")){
if(typeof data.pattern !== "string"){
const err5 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.patternMessage !== undefined && func0.call(data, "patternMessage")){
if(typeof data.patternMessage !== "string"){
const err6 = {instancePath:instancePath+"/patternMessage",schemaPath:"#/properties/patternMessage/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}

export const validateLongInput = validate34;
const schema23 = {"type":"object","description":"A field for a text of several lines.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What should we do better?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["Whatever comes to mind"]},"default":{"type":"string","description":"What stands in the field at first.","examples":["Nothing"]},"minLength":{"type":"integer","description":"The fewest characters of an answer.","examples":[5]},"maxLength":{"type":"integer","description":"The most characters of an answer; the page counts along.","examples":[500]},"pattern":{"type":"string","description":"A regular expression of JavaScript that the whole answer must match, without lookaround and backreferences.","examples":["[A-Z]{2}-[0-9]{4}"]},"patternMessage":{"type":"string","description":"What the page says about an answer that does not match the pattern.","examples":["Write it like AB-1234."]}},"examples":[{"question":"What should we do better?"},{"question":"What should we do better?","maxLength":500}]};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.placeholder !== undefined && func0.call(data, "placeholder")){
if(typeof data.placeholder !== "string"){
const err1 = {instancePath:instancePath+"/placeholder",schemaPath:"#/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.default !== undefined && func0.call(data, "default")){
if(typeof data.default !== "string"){
const err2 = {instancePath:instancePath+"/default",schemaPath:"#/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.minLength !== undefined && func0.call(data, "minLength")){
let data3 = data.minLength;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err3 = {instancePath:instancePath+"/minLength",schemaPath:"#/properties/minLength/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.maxLength !== undefined && func0.call(data, "maxLength")){
let data4 = data.maxLength;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err4 = {instancePath:instancePath+"/maxLength",schemaPath:"#/properties/maxLength/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.pattern !== undefined && func0.call(data, "pattern")){
if(typeof data.pattern !== "string"){
const err5 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.patternMessage !== undefined && func0.call(data, "patternMessage")){
if(typeof data.patternMessage !== "string"){
const err6 = {instancePath:instancePath+"/patternMessage",schemaPath:"#/properties/patternMessage/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}

export const validateEmailForm = validate35;
const schema24 = {"type":"object","description":"A field for an e-mail address.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where may we write to?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["name@example.com"]},"default":{"type":"string","description":"What stands in the field at first.","examples":["ada@example.com"]}},"examples":[{"question":"Where may we write to?"},{"question":"Where may we write to?","placeholder":"name@example.com"}]};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.placeholder !== undefined && func0.call(data, "placeholder")){
if(typeof data.placeholder !== "string"){
const err1 = {instancePath:instancePath+"/placeholder",schemaPath:"#/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.default !== undefined && func0.call(data, "default")){
if(typeof data.default !== "string"){
const err2 = {instancePath:instancePath+"/default",schemaPath:"#/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}

export const validateNumber = validate36;
const schema25 = {"type":"object","description":"A field for a number.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How many people work with you?"]},"min":{"type":"number","description":"The least number.","examples":[0]},"max":{"type":"number","description":"The greatest number.","examples":[500]},"step":{"type":"number","description":"The distance between numbers, counted from min or 0; 1 for whole numbers.","examples":[1]},"unit":{"type":"string","description":"What is counted, shown beside the field.","examples":["people"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["12"]},"default":{"type":"number","description":"The number that stands in the field at first.","examples":[1]}},"examples":[{"question":"How many people work with you?"},{"question":"How many people work with you?","min":0,"max":500,"step":1,"unit":"people"}]};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.min !== undefined && func0.call(data, "min")){
let data1 = data.min;
if(!((typeof data1 == "number") && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.max !== undefined && func0.call(data, "max")){
let data2 = data.max;
if(!((typeof data2 == "number") && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.step !== undefined && func0.call(data, "step")){
let data3 = data.step;
if(!((typeof data3 == "number") && (isFinite(data3)))){
const err3 = {instancePath:instancePath+"/step",schemaPath:"#/properties/step/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.unit !== undefined && func0.call(data, "unit")){
if(typeof data.unit !== "string"){
const err4 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.placeholder !== undefined && func0.call(data, "placeholder")){
if(typeof data.placeholder !== "string"){
const err5 = {instancePath:instancePath+"/placeholder",schemaPath:"#/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.default !== undefined && func0.call(data, "default")){
let data6 = data.default;
if(!((typeof data6 == "number") && (isFinite(data6)))){
const err6 = {instancePath:instancePath+"/default",schemaPath:"#/properties/default/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate36.errors = vErrors;
return errors === 0;
}

export const validateRating = validate37;
const schema26 = {"type":"object","description":"A rating by stars or numbers from 1 on.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How was your visit?"]},"max":{"type":"integer","description":"The number of stars, from 3 to 10; 5 if it is left out.","examples":[5]},"look":{"enum":["stars","numbers"],"description":"Whether the page shows stars or numbers; stars if it is left out.","examples":["stars"]},"lowLabel":{"type":"string","description":"What the lowest number means.","examples":["Poor"]},"highLabel":{"type":"string","description":"What the highest number means.","examples":["Excellent"]}},"examples":[{"question":"How was your visit?"},{"question":"How was your visit?","max":5,"lowLabel":"Poor","highLabel":"Excellent"}]};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.max !== undefined && func0.call(data, "max")){
let data1 = data.max;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.look !== undefined && func0.call(data, "look")){
let data2 = data.look;
if(!((data2 === "stars") || (data2 === "numbers"))){
const err2 = {instancePath:instancePath+"/look",schemaPath:"#/properties/look/enum",keyword:"enum",params:{allowedValues: schema26.properties.look.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.lowLabel !== undefined && func0.call(data, "lowLabel")){
if(typeof data.lowLabel !== "string"){
const err3 = {instancePath:instancePath+"/lowLabel",schemaPath:"#/properties/lowLabel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.highLabel !== undefined && func0.call(data, "highLabel")){
if(typeof data.highLabel !== "string"){
const err4 = {instancePath:instancePath+"/highLabel",schemaPath:"#/properties/highLabel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}

export const validateOpinionScale = validate38;
const schema27 = {"type":"object","description":"A scale of numbers, such as that of the Net Promoter Score.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How likely are you to recommend us?"]},"preset":{"enum":["nps"],"description":"With \"nps\", the scale goes from 0 to 10, as for the Net Promoter Score, and has its labels.","examples":["nps"]},"min":{"type":"integer","description":"The lowest number, 0 or 1; 1 if it is left out.","examples":[0]},"max":{"type":"integer","description":"The highest number, up to 10; 10 if it is left out.","examples":[10]},"lowLabel":{"type":"string","description":"What the lowest number means.","examples":["Not at all likely"]},"highLabel":{"type":"string","description":"What the highest number means.","examples":["Extremely likely"]}},"examples":[{"question":"How likely are you to recommend us?","preset":"nps"}]};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.preset !== undefined && func0.call(data, "preset")){
if(!(data.preset === "nps")){
const err1 = {instancePath:instancePath+"/preset",schemaPath:"#/properties/preset/enum",keyword:"enum",params:{allowedValues: schema27.properties.preset.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.min !== undefined && func0.call(data, "min")){
let data2 = data.min;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.max !== undefined && func0.call(data, "max")){
let data3 = data.max;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err3 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.lowLabel !== undefined && func0.call(data, "lowLabel")){
if(typeof data.lowLabel !== "string"){
const err4 = {instancePath:instancePath+"/lowLabel",schemaPath:"#/properties/lowLabel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.highLabel !== undefined && func0.call(data, "highLabel")){
if(typeof data.highLabel !== "string"){
const err5 = {instancePath:instancePath+"/highLabel",schemaPath:"#/properties/highLabel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate38.errors = vErrors;
return errors === 0;
}

export const validateDate = validate39;
const schema28 = {"type":"object","description":"Fields for the day, the month and the year of a date, in the order of the page's language.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["When did you visit us?"]},"min":{"type":"string","description":"The earliest date, as YYYY-MM-DD or today.","examples":["2026-01-01"]},"max":{"type":"string","description":"The latest date, as YYYY-MM-DD or today.","examples":["today"]},"dateOfBirth":{"type":"boolean","description":"Whether it asks when the person was born, so that browsers can fill it in; no if it is left out.","examples":[true]}},"examples":[{"question":"When did you visit us?"},{"question":"When did you visit us?","min":"2026-01-01","max":"today"}]};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.min !== undefined && func0.call(data, "min")){
if(typeof data.min !== "string"){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.max !== undefined && func0.call(data, "max")){
if(typeof data.max !== "string"){
const err2 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.dateOfBirth !== undefined && func0.call(data, "dateOfBirth")){
if(typeof data.dateOfBirth !== "boolean"){
const err3 = {instancePath:instancePath+"/dateOfBirth",schemaPath:"#/properties/dateOfBirth/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}

export const validateTime = validate40;
const schema29 = {"type":"object","description":"A field for a time of day.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["When may we call?"]},"min":{"type":"string","description":"The earliest time, as HH:MM.","examples":["09:00"]},"max":{"type":"string","description":"The latest time, as HH:MM.","examples":["17:00"]},"step":{"type":"integer","description":"The minutes between times, counted from min or midnight.","examples":[15]}},"examples":[{"question":"When may we call?"},{"question":"When may we call?","min":"09:00","max":"17:00","step":15}]};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.min !== undefined && func0.call(data, "min")){
if(typeof data.min !== "string"){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.max !== undefined && func0.call(data, "max")){
if(typeof data.max !== "string"){
const err2 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.step !== undefined && func0.call(data, "step")){
let data3 = data.step;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err3 = {instancePath:instancePath+"/step",schemaPath:"#/properties/step/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}

export const validatePhone = validate41;
const schema30 = {"type":"object","description":"A field for a phone number.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Which number may we call?"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["020 7946 0958"]},"defaultCountry":{"type":"string","description":"The country of numbers without a country code, as two letters; chosen at first in the list of codes.","examples":["GB"]},"includeDialCode":{"type":"boolean","description":"Show a list of country codes beside the number.","examples":[true]}},"examples":[{"question":"Which number may we call?","defaultCountry":"GB"},{"question":"Which number may we call?","defaultCountry":"GB","includeDialCode":true}]};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.placeholder !== undefined && func0.call(data, "placeholder")){
if(typeof data.placeholder !== "string"){
const err1 = {instancePath:instancePath+"/placeholder",schemaPath:"#/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.defaultCountry !== undefined && func0.call(data, "defaultCountry")){
if(typeof data.defaultCountry !== "string"){
const err2 = {instancePath:instancePath+"/defaultCountry",schemaPath:"#/properties/defaultCountry/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.includeDialCode !== undefined && func0.call(data, "includeDialCode")){
if(typeof data.includeDialCode !== "boolean"){
const err3 = {instancePath:instancePath+"/includeDialCode",schemaPath:"#/properties/includeDialCode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}

export const validatePasswordInput = validate42;
const schema31 = {"type":"object","description":"A field for a password. The password is not stored, only that one was typed.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Choose a password"]}},"examples":[{"question":"Choose a password"}]};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}

export const validateFileUploader = validate43;
const schema32 = {"type":"object","description":"A field for files.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Attach your brief"]},"maxFiles":{"type":"integer","minimum":1,"maximum":10,"description":"The most files of an answer; at most 10, the limit of the server.","examples":[1]},"maxSize":{"type":"integer","minimum":1,"maximum":10,"description":"The largest size of a file in MiB; at most 10, the limit of the server.","examples":[5]},"accept":{"type":"array","maxItems":50,"items":{"type":"string","pattern":"^(\\.[^\\s/*]+|[\\w.+-]+/([\\w.+-]+|\\*))$"},"description":"The files that are taken: endings as in \".pdf\", or types as in \"image/*\". Names and contents are checked.","examples":[[".pdf","image/*"]]}},"examples":[{"question":"Attach your brief"}]};
const pattern10 = new RegExp("^(\\.[^\\s/*]+|[\\w.+-]+/([\\w.+-]+|\\*))$", "u");

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.maxFiles !== undefined && func0.call(data, "maxFiles")){
let data1 = data.maxFiles;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/maxFiles",schemaPath:"#/properties/maxFiles/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 10 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/maxFiles",schemaPath:"#/properties/maxFiles/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/maxFiles",schemaPath:"#/properties/maxFiles/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.maxSize !== undefined && func0.call(data, "maxSize")){
let data2 = data.maxSize;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/maxSize",schemaPath:"#/properties/maxSize/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 10 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/maxSize",schemaPath:"#/properties/maxSize/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/maxSize",schemaPath:"#/properties/maxSize/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.accept !== undefined && func0.call(data, "accept")){
let data3 = data.accept;
if(Array.isArray(data3)){
if(data3.length > 50){
const err7 = {instancePath:instancePath+"/accept",schemaPath:"#/properties/accept/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(!pattern10.test(data4)){
const err8 = {instancePath:instancePath+"/accept/" + i0,schemaPath:"#/properties/accept/items/pattern",keyword:"pattern",params:{pattern: "^(\\.[^\\s/*]+|[\\w.+-]+/([\\w.+-]+|\\*))$"},message:"must match pattern \""+"^(\\.[^\\s/*]+|[\\w.+-]+/([\\w.+-]+|\\*))$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/accept/" + i0,schemaPath:"#/properties/accept/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/accept",schemaPath:"#/properties/accept/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate43.errors = vErrors;
return errors === 0;
}

export const validateIdentityInfo = validate44;
const schema33 = {"type":"object","description":"Fields for personal details, such as name, e-mail address, phone number and company.","required":["fields"],"additionalProperties":false,"properties":{"fields":{"type":"array","maxItems":100,"description":"The fields, from top to bottom.","items":{"$ref":"#/definitions/IdentityField"},"examples":[[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]]}},"examples":[{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]},{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address","placeholder":"name@example.com"},{"key":"phoneNumber","label":"Phone number","includeDialCode":true,"defaultDialCodeCountry":"GB"}]}]};
const schema34 = {"type":"object","title":"IdentityField","required":["key","label"],"additionalProperties":false,"properties":{"key":{"description":"What the field asks for. E-mail addresses, phone numbers and web addresses are checked.","enum":["firstName","lastName","fullName","emailAddress","workEmailAddress","phoneNumber","companyName","numberOfEmployees","websiteUrl","title","streetAddress","aptSuiteEtc","city","state","country","zipCode","companyRevenue","profilePictureUrl"],"examples":["emailAddress"]},"label":{"type":"string","description":"The label of the field.","examples":["E-mail address"]},"required":{"type":"boolean","description":"Whether the field must be filled in.","examples":[true]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["name@example.com"]},"includeDialCode":{"type":"boolean","description":"Show a list of country codes beside the phone number. Only for phoneNumber.","examples":[true]},"defaultDialCodeCountry":{"type":"string","description":"The country whose code is chosen at first, as two letters. Only for phoneNumber.","examples":["GB"]},"blockPersonalEmails":{"type":"boolean","description":"Refuse addresses of personal mail providers. Only for emailAddress and workEmailAddress.","examples":[true]},"revealAfter":{"type":"string","description":"The key of another field. This field appears once that one is filled in.","examples":["workEmailAddress"]}},"description":"A field for one personal detail.","examples":[{"key":"fullName","label":"Full name"}]};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.fields === undefined) || (!(func0.call(data, "fields")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fields"},message:"must have required property '"+"fields"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(key0 === "fields")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.fields !== undefined && func0.call(data, "fields")){
let data0 = data.fields;
if(Array.isArray(data0)){
if(data0.length > 100){
const err2 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.key === undefined) || (!(func0.call(data1, "key")))){
const err3 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/definitions/IdentityField/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data1.label === undefined) || (!(func0.call(data1, "label")))){
const err4 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/definitions/IdentityField/required",keyword:"required",params:{missingProperty: "label"},message:"must have required property '"+"label"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 of Object.keys(data1)){
if(!((((((((key1 === "key") || (key1 === "label")) || (key1 === "required")) || (key1 === "placeholder")) || (key1 === "includeDialCode")) || (key1 === "defaultDialCodeCountry")) || (key1 === "blockPersonalEmails")) || (key1 === "revealAfter"))){
const err5 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/definitions/IdentityField/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.key !== undefined && func0.call(data1, "key")){
let data2 = data1.key;
if(!((((((((((((((((((data2 === "firstName") || (data2 === "lastName")) || (data2 === "fullName")) || (data2 === "emailAddress")) || (data2 === "workEmailAddress")) || (data2 === "phoneNumber")) || (data2 === "companyName")) || (data2 === "numberOfEmployees")) || (data2 === "websiteUrl")) || (data2 === "title")) || (data2 === "streetAddress")) || (data2 === "aptSuiteEtc")) || (data2 === "city")) || (data2 === "state")) || (data2 === "country")) || (data2 === "zipCode")) || (data2 === "companyRevenue")) || (data2 === "profilePictureUrl"))){
const err6 = {instancePath:instancePath+"/fields/" + i0+"/key",schemaPath:"#/definitions/IdentityField/properties/key/enum",keyword:"enum",params:{allowedValues: schema34.properties.key.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.label !== undefined && func0.call(data1, "label")){
if(typeof data1.label !== "string"){
const err7 = {instancePath:instancePath+"/fields/" + i0+"/label",schemaPath:"#/definitions/IdentityField/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.required !== undefined && func0.call(data1, "required")){
if(typeof data1.required !== "boolean"){
const err8 = {instancePath:instancePath+"/fields/" + i0+"/required",schemaPath:"#/definitions/IdentityField/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.placeholder !== undefined && func0.call(data1, "placeholder")){
if(typeof data1.placeholder !== "string"){
const err9 = {instancePath:instancePath+"/fields/" + i0+"/placeholder",schemaPath:"#/definitions/IdentityField/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.includeDialCode !== undefined && func0.call(data1, "includeDialCode")){
if(typeof data1.includeDialCode !== "boolean"){
const err10 = {instancePath:instancePath+"/fields/" + i0+"/includeDialCode",schemaPath:"#/definitions/IdentityField/properties/includeDialCode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data1.defaultDialCodeCountry !== undefined && func0.call(data1, "defaultDialCodeCountry")){
if(typeof data1.defaultDialCodeCountry !== "string"){
const err11 = {instancePath:instancePath+"/fields/" + i0+"/defaultDialCodeCountry",schemaPath:"#/definitions/IdentityField/properties/defaultDialCodeCountry/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data1.blockPersonalEmails !== undefined && func0.call(data1, "blockPersonalEmails")){
if(typeof data1.blockPersonalEmails !== "boolean"){
const err12 = {instancePath:instancePath+"/fields/" + i0+"/blockPersonalEmails",schemaPath:"#/definitions/IdentityField/properties/blockPersonalEmails/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.revealAfter !== undefined && func0.call(data1, "revealAfter")){
if(typeof data1.revealAfter !== "string"){
const err13 = {instancePath:instancePath+"/fields/" + i0+"/revealAfter",schemaPath:"#/definitions/IdentityField/properties/revealAfter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/definitions/IdentityField/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}

export const validateIdentityField = validate45;

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.key === undefined) || (!(func0.call(data, "key")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.label === undefined) || (!(func0.call(data, "label")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "label"},message:"must have required property '"+"label"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((((((key0 === "key") || (key0 === "label")) || (key0 === "required")) || (key0 === "placeholder")) || (key0 === "includeDialCode")) || (key0 === "defaultDialCodeCountry")) || (key0 === "blockPersonalEmails")) || (key0 === "revealAfter"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.key !== undefined && func0.call(data, "key")){
let data0 = data.key;
if(!((((((((((((((((((data0 === "firstName") || (data0 === "lastName")) || (data0 === "fullName")) || (data0 === "emailAddress")) || (data0 === "workEmailAddress")) || (data0 === "phoneNumber")) || (data0 === "companyName")) || (data0 === "numberOfEmployees")) || (data0 === "websiteUrl")) || (data0 === "title")) || (data0 === "streetAddress")) || (data0 === "aptSuiteEtc")) || (data0 === "city")) || (data0 === "state")) || (data0 === "country")) || (data0 === "zipCode")) || (data0 === "companyRevenue")) || (data0 === "profilePictureUrl"))){
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/enum",keyword:"enum",params:{allowedValues: schema34.properties.key.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.label !== undefined && func0.call(data, "label")){
if(typeof data.label !== "string"){
const err4 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.required !== undefined && func0.call(data, "required")){
if(typeof data.required !== "boolean"){
const err5 = {instancePath:instancePath+"/required",schemaPath:"#/properties/required/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.placeholder !== undefined && func0.call(data, "placeholder")){
if(typeof data.placeholder !== "string"){
const err6 = {instancePath:instancePath+"/placeholder",schemaPath:"#/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.includeDialCode !== undefined && func0.call(data, "includeDialCode")){
if(typeof data.includeDialCode !== "boolean"){
const err7 = {instancePath:instancePath+"/includeDialCode",schemaPath:"#/properties/includeDialCode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.defaultDialCodeCountry !== undefined && func0.call(data, "defaultDialCodeCountry")){
if(typeof data.defaultDialCodeCountry !== "string"){
const err8 = {instancePath:instancePath+"/defaultDialCodeCountry",schemaPath:"#/properties/defaultDialCodeCountry/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.blockPersonalEmails !== undefined && func0.call(data, "blockPersonalEmails")){
if(typeof data.blockPersonalEmails !== "boolean"){
const err9 = {instancePath:instancePath+"/blockPersonalEmails",schemaPath:"#/properties/blockPersonalEmails/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.revealAfter !== undefined && func0.call(data, "revealAfter")){
if(typeof data.revealAfter !== "string"){
const err10 = {instancePath:instancePath+"/revealAfter",schemaPath:"#/properties/revealAfter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}

export const validateAddress = validate46;
const schema36 = {"type":"object","description":"A postal address, with a field for each part.","properties":{"question":{"type":"string","description":"The question, shown above the fields.","examples":["Where should we send it?"]},"fields":{"type":"array","maxItems":6,"items":{"enum":["streetAddress","aptSuiteEtc","city","state","zipCode","country"]},"description":"The parts of the address in their order; without it, all but aptSuiteEtc.","examples":[["streetAddress","zipCode","city","country"]]}},"examples":[{"question":"Where should we send it?"}]};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.fields !== undefined && func0.call(data, "fields")){
let data1 = data.fields;
if(Array.isArray(data1)){
if(data1.length > 6){
const err1 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/maxItems",keyword:"maxItems",params:{limit: 6},message:"must NOT have more than 6 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!((((((data2 === "streetAddress") || (data2 === "aptSuiteEtc")) || (data2 === "city")) || (data2 === "state")) || (data2 === "zipCode")) || (data2 === "country"))){
const err2 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/properties/fields/items/enum",keyword:"enum",params:{allowedValues: schema36.properties.fields.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}

export const validateDropdown = validate47;
const schema37 = {"type":"object","description":"One or several options from a list.","anyOf":[{"required":["options"]},{"required":["choices"]}],"properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where do you work?"]},"options":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"The options; at least one.","examples":[["London","Berlin","Elsewhere"]]},"choices":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"Another name for options.","examples":[["London","Berlin","Elsewhere"]]},"placeholder":{"type":"string","description":"A hint, shown while nothing is chosen.","examples":["Pick a place"]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"hideQuestion":{"type":"boolean","description":"Hide the question on the page. Screen readers still read it.","examples":[true]},"other":{"type":"boolean","description":"Add a last option with a field for people's own answer.","examples":[true]},"otherLabel":{"type":"string","description":"The text of that last option; without it, \"Other\".","examples":["Something else"]},"minChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The fewest options that an answer may have, with isMulti.","examples":[1]},"maxChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The most options that an answer may have, with isMulti.","examples":[3]},"order":{"enum":["random"],"description":"With \"random\", each person sees the options in an order of their own; \"Other\" stays last.","examples":["random"]},"searchable":{"type":"boolean","description":"Show a field that filters the list, where the browser runs scripts. Without this key, lists of 15 options or more have one.","examples":[true]}},"examples":[{"question":"Where do you work?","options":["London","Berlin","Elsewhere"]},{"question":"Where do you work?","options":["London","Berlin","Elsewhere"],"placeholder":"Pick a place"}]};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.options === undefined) || (!(func0.call(data, "options")))){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "options"},message:"must have required property '"+"options"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.choices === undefined) || (!(func0.call(data, "choices")))){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "choices"},message:"must have required property '"+"choices"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err3 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.options !== undefined && func0.call(data, "options")){
let data1 = data.options;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err4 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.length < 1){
const err5 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err6 = {instancePath:instancePath+"/options/" + i0,schemaPath:"#/properties/options/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.choices !== undefined && func0.call(data, "choices")){
let data3 = data.choices;
if(Array.isArray(data3)){
if(data3.length > 1000){
const err8 = {instancePath:instancePath+"/choices",schemaPath:"#/properties/choices/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data3.length < 1){
const err9 = {instancePath:instancePath+"/choices",schemaPath:"#/properties/choices/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
if(typeof data3[i1] !== "string"){
const err10 = {instancePath:instancePath+"/choices/" + i1,schemaPath:"#/properties/choices/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/choices",schemaPath:"#/properties/choices/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.placeholder !== undefined && func0.call(data, "placeholder")){
if(typeof data.placeholder !== "string"){
const err12 = {instancePath:instancePath+"/placeholder",schemaPath:"#/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.isMulti !== undefined && func0.call(data, "isMulti")){
if(typeof data.isMulti !== "boolean"){
const err13 = {instancePath:instancePath+"/isMulti",schemaPath:"#/properties/isMulti/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.hideQuestion !== undefined && func0.call(data, "hideQuestion")){
if(typeof data.hideQuestion !== "boolean"){
const err14 = {instancePath:instancePath+"/hideQuestion",schemaPath:"#/properties/hideQuestion/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.other !== undefined && func0.call(data, "other")){
if(typeof data.other !== "boolean"){
const err15 = {instancePath:instancePath+"/other",schemaPath:"#/properties/other/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.otherLabel !== undefined && func0.call(data, "otherLabel")){
if(typeof data.otherLabel !== "string"){
const err16 = {instancePath:instancePath+"/otherLabel",schemaPath:"#/properties/otherLabel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.minChoices !== undefined && func0.call(data, "minChoices")){
let data10 = data.minChoices;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err17 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1000 || isNaN(data10)){
const err18 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err19 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.maxChoices !== undefined && func0.call(data, "maxChoices")){
let data11 = data.maxChoices;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err20 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1000 || isNaN(data11)){
const err21 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data11 < 1 || isNaN(data11)){
const err22 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.order !== undefined && func0.call(data, "order")){
if(!(data.order === "random")){
const err23 = {instancePath:instancePath+"/order",schemaPath:"#/properties/order/enum",keyword:"enum",params:{allowedValues: schema37.properties.order.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.searchable !== undefined && func0.call(data, "searchable")){
if(typeof data.searchable !== "boolean"){
const err24 = {instancePath:instancePath+"/searchable",schemaPath:"#/properties/searchable/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate47.errors = vErrors;
return errors === 0;
}

export const validateMultipleOptionsQuestion = validate48;
const schema38 = {"type":"object","description":"One or several options, all visible on the page.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How large is your team?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Just me","2 to 10","More than 10"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Just me","2 to 10","More than 10"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Count everyone."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"other":{"type":"boolean","description":"Add a last option with a field for people's own answer.","examples":[true]},"otherLabel":{"type":"string","description":"The text of that last option; without it, \"Other\".","examples":["Something else"]},"minChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The fewest options that an answer may have, with isMulti.","examples":[1]},"maxChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The most options that an answer may have, with isMulti.","examples":[3]},"order":{"enum":["random"],"description":"With \"random\", each person sees the options in an order of their own; \"Other\" stays last.","examples":["random"]}},"examples":[{"question":"How large is your team?","choices":["Just me","2 to 10","More than 10"]},{"question":"How large is your team?","subheading":"Count everyone.","choices":["Just me","2 to 10","More than 10"]}]};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.choices !== undefined && func0.call(data, "choices")){
let data1 = data.choices;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err1 = {instancePath:instancePath+"/choices",schemaPath:"#/properties/choices/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err2 = {instancePath:instancePath+"/choices/" + i0,schemaPath:"#/properties/choices/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/choices",schemaPath:"#/properties/choices/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.options !== undefined && func0.call(data, "options")){
let data3 = data.options;
if(Array.isArray(data3)){
if(data3.length > 1000){
const err4 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
if(typeof data3[i1] !== "string"){
const err5 = {instancePath:instancePath+"/options/" + i1,schemaPath:"#/properties/options/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.subheading !== undefined && func0.call(data, "subheading")){
if(typeof data.subheading !== "string"){
const err7 = {instancePath:instancePath+"/subheading",schemaPath:"#/properties/subheading/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.isMulti !== undefined && func0.call(data, "isMulti")){
if(typeof data.isMulti !== "boolean"){
const err8 = {instancePath:instancePath+"/isMulti",schemaPath:"#/properties/isMulti/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.other !== undefined && func0.call(data, "other")){
if(typeof data.other !== "boolean"){
const err9 = {instancePath:instancePath+"/other",schemaPath:"#/properties/other/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.otherLabel !== undefined && func0.call(data, "otherLabel")){
if(typeof data.otherLabel !== "string"){
const err10 = {instancePath:instancePath+"/otherLabel",schemaPath:"#/properties/otherLabel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.minChoices !== undefined && func0.call(data, "minChoices")){
let data9 = data.minChoices;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err11 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1000 || isNaN(data9)){
const err12 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err13 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.maxChoices !== undefined && func0.call(data, "maxChoices")){
let data10 = data.maxChoices;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err14 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1000 || isNaN(data10)){
const err15 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err16 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.order !== undefined && func0.call(data, "order")){
if(!(data.order === "random")){
const err17 = {instancePath:instancePath+"/order",schemaPath:"#/properties/order/enum",keyword:"enum",params:{allowedValues: schema38.properties.order.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate48.errors = vErrors;
return errors === 0;
}

export const validateGraphicOptions = validate49;
const schema39 = {"type":"object","description":"One or several options, drawn as cards.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What matters most to you?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Speed","Price","Support"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Speed","Price","Support"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Think of last year."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"other":{"type":"boolean","description":"Add a last option with a field for people's own answer.","examples":[true]},"otherLabel":{"type":"string","description":"The text of that last option; without it, \"Other\".","examples":["Something else"]},"minChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The fewest options that an answer may have, with isMulti.","examples":[1]},"maxChoices":{"type":"integer","minimum":1,"maximum":1000,"description":"The most options that an answer may have, with isMulti.","examples":[3]},"order":{"enum":["random"],"description":"With \"random\", each person sees the options in an order of their own; \"Other\" stays last.","examples":["random"]},"columns":{"type":"integer","minimum":1,"maximum":4,"description":"The number of cards in a row of a wide page, from 1 to 4.","examples":[3]},"images":{"type":"array","maxItems":1000,"items":{"$ref":"#/definitions/OptionImage"},"description":"The pictures of options, each with option (as in choices), image (its https address) and alt (what it shows).","examples":[[{"option":"Speed","image":"https://img.example.com/speed.png","alt":"A running hare"}]]}},"examples":[{"question":"What matters most to you?","choices":["Speed","Price","Support"]},{"question":"What matters most to you?","subheading":"Choose as many as you like.","choices":["Speed","Price","Support"],"isMulti":true}]};
const schema40 = {"type":"object","title":"OptionImage","description":"The picture of an option.","required":["option","image"],"additionalProperties":false,"properties":{"option":{"type":"string","description":"The option, as it stands in choices.","examples":["Speed"]},"image":{"type":"string","description":"The https address of the picture.","examples":["https://img.example.com/speed.png"]},"alt":{"type":"string","description":"What the picture shows, for people who cannot see it; empty if it only decorates.","examples":["A running hare"]}},"examples":[{"option":"Speed","image":"https://img.example.com/speed.png","alt":"A running hare"}]};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err0 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.choices !== undefined && func0.call(data, "choices")){
let data1 = data.choices;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err1 = {instancePath:instancePath+"/choices",schemaPath:"#/properties/choices/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err2 = {instancePath:instancePath+"/choices/" + i0,schemaPath:"#/properties/choices/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/choices",schemaPath:"#/properties/choices/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.options !== undefined && func0.call(data, "options")){
let data3 = data.options;
if(Array.isArray(data3)){
if(data3.length > 1000){
const err4 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
if(typeof data3[i1] !== "string"){
const err5 = {instancePath:instancePath+"/options/" + i1,schemaPath:"#/properties/options/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.subheading !== undefined && func0.call(data, "subheading")){
if(typeof data.subheading !== "string"){
const err7 = {instancePath:instancePath+"/subheading",schemaPath:"#/properties/subheading/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.isMulti !== undefined && func0.call(data, "isMulti")){
if(typeof data.isMulti !== "boolean"){
const err8 = {instancePath:instancePath+"/isMulti",schemaPath:"#/properties/isMulti/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.other !== undefined && func0.call(data, "other")){
if(typeof data.other !== "boolean"){
const err9 = {instancePath:instancePath+"/other",schemaPath:"#/properties/other/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.otherLabel !== undefined && func0.call(data, "otherLabel")){
if(typeof data.otherLabel !== "string"){
const err10 = {instancePath:instancePath+"/otherLabel",schemaPath:"#/properties/otherLabel/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.minChoices !== undefined && func0.call(data, "minChoices")){
let data9 = data.minChoices;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err11 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1000 || isNaN(data9)){
const err12 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err13 = {instancePath:instancePath+"/minChoices",schemaPath:"#/properties/minChoices/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.maxChoices !== undefined && func0.call(data, "maxChoices")){
let data10 = data.maxChoices;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err14 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1000 || isNaN(data10)){
const err15 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err16 = {instancePath:instancePath+"/maxChoices",schemaPath:"#/properties/maxChoices/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.order !== undefined && func0.call(data, "order")){
if(!(data.order === "random")){
const err17 = {instancePath:instancePath+"/order",schemaPath:"#/properties/order/enum",keyword:"enum",params:{allowedValues: schema39.properties.order.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.columns !== undefined && func0.call(data, "columns")){
let data12 = data.columns;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err18 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 4 || isNaN(data12)){
const err19 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/maximum",keyword:"maximum",params:{comparison: "<=", limit: 4},message:"must be <= 4"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err20 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.images !== undefined && func0.call(data, "images")){
let data13 = data.images;
if(Array.isArray(data13)){
if(data13.length > 1000){
const err21 = {instancePath:instancePath+"/images",schemaPath:"#/properties/images/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len2 = data13.length;
for(let i2=0; i2<len2; i2++){
let data14 = data13[i2];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if((data14.option === undefined) || (!(func0.call(data14, "option")))){
const err22 = {instancePath:instancePath+"/images/" + i2,schemaPath:"#/definitions/OptionImage/required",keyword:"required",params:{missingProperty: "option"},message:"must have required property '"+"option"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((data14.image === undefined) || (!(func0.call(data14, "image")))){
const err23 = {instancePath:instancePath+"/images/" + i2,schemaPath:"#/definitions/OptionImage/required",keyword:"required",params:{missingProperty: "image"},message:"must have required property '"+"image"+"'"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
for(const key0 of Object.keys(data14)){
if(!(((key0 === "option") || (key0 === "image")) || (key0 === "alt"))){
const err24 = {instancePath:instancePath+"/images/" + i2,schemaPath:"#/definitions/OptionImage/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data14.option !== undefined && func0.call(data14, "option")){
if(typeof data14.option !== "string"){
const err25 = {instancePath:instancePath+"/images/" + i2+"/option",schemaPath:"#/definitions/OptionImage/properties/option/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data14.image !== undefined && func0.call(data14, "image")){
if(typeof data14.image !== "string"){
const err26 = {instancePath:instancePath+"/images/" + i2+"/image",schemaPath:"#/definitions/OptionImage/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data14.alt !== undefined && func0.call(data14, "alt")){
if(typeof data14.alt !== "string"){
const err27 = {instancePath:instancePath+"/images/" + i2+"/alt",schemaPath:"#/definitions/OptionImage/properties/alt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/images/" + i2,schemaPath:"#/definitions/OptionImage/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/images",schemaPath:"#/properties/images/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}

export const validateOptionImage = validate50;

function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.option === undefined) || (!(func0.call(data, "option")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "option"},message:"must have required property '"+"option"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.image === undefined) || (!(func0.call(data, "image")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "image"},message:"must have required property '"+"image"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "option") || (key0 === "image")) || (key0 === "alt"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.option !== undefined && func0.call(data, "option")){
if(typeof data.option !== "string"){
const err3 = {instancePath:instancePath+"/option",schemaPath:"#/properties/option/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.image !== undefined && func0.call(data, "image")){
if(typeof data.image !== "string"){
const err4 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.alt !== undefined && func0.call(data, "alt")){
if(typeof data.alt !== "string"){
const err5 = {instancePath:instancePath+"/alt",schemaPath:"#/properties/alt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate50.errors = vErrors;
return errors === 0;
}

export const validateMatrix = validate51;
const schema42 = {"type":"object","description":"A table of questions that share their options: one option for each row.","required":["rows","columns"],"properties":{"question":{"type":"string","description":"The question, shown above the table.","examples":["How content are you?"]},"rows":{"type":"array","maxItems":100,"items":{"type":"string"},"description":"What is asked about, one text for each row.","examples":[["Price","Service"]]},"columns":{"type":"array","maxItems":20,"items":{"type":"string"},"description":"The options of each row.","examples":[["Not at all","Partly","Very"]]}},"examples":[{"question":"How content are you?","rows":["Price","Service"],"columns":["Not at all","Partly","Very"]}]};

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.rows === undefined) || (!(func0.call(data, "rows")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rows"},message:"must have required property '"+"rows"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.columns === undefined) || (!(func0.call(data, "columns")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "columns"},message:"must have required property '"+"columns"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err2 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.rows !== undefined && func0.call(data, "rows")){
let data1 = data.rows;
if(Array.isArray(data1)){
if(data1.length > 100){
const err3 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err4 = {instancePath:instancePath+"/rows/" + i0,schemaPath:"#/properties/rows/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.columns !== undefined && func0.call(data, "columns")){
let data3 = data.columns;
if(Array.isArray(data3)){
if(data3.length > 20){
const err6 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
if(typeof data3[i1] !== "string"){
const err7 = {instancePath:instancePath+"/columns/" + i1,schemaPath:"#/properties/columns/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}

export const validateRanking = validate52;
const schema43 = {"type":"object","description":"Options to put in order.","required":["options"],"properties":{"question":{"type":"string","description":"The question, shown above the options.","examples":["What matters most to you?"]},"options":{"type":"array","maxItems":40,"items":{"type":"string"},"description":"The options to put in order.","examples":[["Speed","Price","Support"]]}},"examples":[{"question":"What matters most to you?","options":["Speed","Price","Support"]}]};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.options === undefined) || (!(func0.call(data, "options")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "options"},message:"must have required property '"+"options"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err1 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.options !== undefined && func0.call(data, "options")){
let data1 = data.options;
if(Array.isArray(data1)){
if(data1.length > 40){
const err2 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/maxItems",keyword:"maxItems",params:{limit: 40},message:"must NOT have more than 40 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(typeof data1[i0] !== "string"){
const err3 = {instancePath:instancePath+"/options/" + i0,schemaPath:"#/properties/options/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}

export const validateConsent = validate53;
const schema44 = {"type":"object","description":"A box to tick before going on; \"required: false\" beside type makes it optional.","required":["text"],"properties":{"question":{"type":"string","description":"A short name of the consent, shown above it; the heading of its answers.","examples":["Your data"]},"text":{"type":"string","description":"What people agree to. [text](https://…) becomes a link.","examples":["I agree to the [privacy notice](https://example.com/privacy)."]}},"examples":[{"text":"I agree to the [privacy notice](https://example.com/privacy)."}]};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.text === undefined) || (!(func0.call(data, "text")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.question !== undefined && func0.call(data, "question")){
if(typeof data.question !== "string"){
const err1 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.text !== undefined && func0.call(data, "text")){
if(typeof data.text !== "string"){
const err2 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate53.errors = vErrors;
return errors === 0;
}

export const validateSchedulerScreen = validate54;
const schema45 = {"type":"object","description":"The calendar of a scheduling provider, to book a time.","anyOf":[{"required":["dataUrl"]},{"required":["url"]},{"required":["calendarUrl"]}],"properties":{"dataUrl":{"type":"string","description":"The address of the calendar, as the scheduling provider shows it.","examples":["https://calendar.example.com/ada"]},"url":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"calendarUrl":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"message":{"type":"string","description":"Text above the calendar.","examples":["Pick a time that suits you."]},"calendarType":{"type":"string","description":"The name of the scheduling provider.","examples":["Calendly","Cal.com","HubSpot","SavvyCal","RevenueHero"]},"prefillEmail":{"type":"boolean","description":"Fill in the e-mail address that was given on an earlier step.","examples":[true]}},"examples":[{"dataUrl":"https://calendar.example.com/ada","message":"Pick a time that suits you."}]};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.dataUrl === undefined) || (!(func0.call(data, "dataUrl")))){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "dataUrl"},message:"must have required property '"+"dataUrl"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.url === undefined) || (!(func0.call(data, "url")))){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.calendarUrl === undefined) || (!(func0.call(data, "calendarUrl")))){
const err2 = {instancePath,schemaPath:"#/anyOf/2/required",keyword:"required",params:{missingProperty: "calendarUrl"},message:"must have required property '"+"calendarUrl"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
}
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.dataUrl !== undefined && func0.call(data, "dataUrl")){
if(typeof data.dataUrl !== "string"){
const err4 = {instancePath:instancePath+"/dataUrl",schemaPath:"#/properties/dataUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.url !== undefined && func0.call(data, "url")){
if(typeof data.url !== "string"){
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.calendarUrl !== undefined && func0.call(data, "calendarUrl")){
if(typeof data.calendarUrl !== "string"){
const err6 = {instancePath:instancePath+"/calendarUrl",schemaPath:"#/properties/calendarUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.message !== undefined && func0.call(data, "message")){
if(typeof data.message !== "string"){
const err7 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.calendarType !== undefined && func0.call(data, "calendarType")){
if(typeof data.calendarType !== "string"){
const err8 = {instancePath:instancePath+"/calendarType",schemaPath:"#/properties/calendarType/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.prefillEmail !== undefined && func0.call(data, "prefillEmail")){
if(typeof data.prefillEmail !== "boolean"){
const err9 = {instancePath:instancePath+"/prefillEmail",schemaPath:"#/properties/prefillEmail/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}

export const validateNextButton = validate55;
const schema46 = {"type":"object","description":"The button that leads to the next step, or sends the form.","properties":{"buttonText":{"type":"string","description":"The text of the button.","examples":["Continue"]},"label":{"type":"string","description":"Another name for buttonText.","examples":["Continue"]}},"examples":[{"buttonText":"Continue"}]};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.buttonText !== undefined && func0.call(data, "buttonText")){
if(typeof data.buttonText !== "string"){
const err0 = {instancePath:instancePath+"/buttonText",schemaPath:"#/properties/buttonText/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.label !== undefined && func0.call(data, "label")){
if(typeof data.label !== "string"){
const err1 = {instancePath:instancePath+"/label",schemaPath:"#/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate55.errors = vErrors;
return errors === 0;
}

export const validateHeader = validate56;
const schema47 = {"type":"object","description":"A heading, with or without a text below it.","properties":{"title":{"type":"string","description":"The heading.","examples":["Tell us about you"]},"subheading":{"type":"string","description":"Text below the heading.","examples":["It takes two minutes."]}},"examples":[{"title":"Tell us about you","subheading":"It takes two minutes."}]};

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title !== undefined && func0.call(data, "title")){
if(typeof data.title !== "string"){
const err0 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.subheading !== undefined && func0.call(data, "subheading")){
if(typeof data.subheading !== "string"){
const err1 = {instancePath:instancePath+"/subheading",schemaPath:"#/properties/subheading/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate56.errors = vErrors;
return errors === 0;
}

export const validateDisclaimer = validate57;
const schema48 = {"type":"object","description":"A text in small print, such as a privacy notice.","properties":{"text":{"type":"string","description":"The text. Line breaks are kept.","examples":["We keep your answers for a year."]}},"examples":[{"text":"We keep your answers for a year."}]};

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.text !== undefined && func0.call(data, "text")){
if(typeof data.text !== "string"){
const err0 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate57.errors = vErrors;
return errors === 0;
}

export const validateStatement = validate58;
const schema49 = {"type":"object","description":"A text to read, with or without a heading.","properties":{"title":{"type":"string","description":"The heading.","examples":["Before you start"]},"text":{"type":"string","description":"The text. Line breaks are kept; [text](https://…) becomes a link.","examples":["Have your contract at hand."]}},"examples":[{"title":"Before you start","text":"Have your contract at hand."}]};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title !== undefined && func0.call(data, "title")){
if(typeof data.title !== "string"){
const err0 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.text !== undefined && func0.call(data, "text")){
if(typeof data.text !== "string"){
const err1 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}


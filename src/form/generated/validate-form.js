/* Generated from schemas/form.schema.json by npm run generate. */
"use strict";
export const validateForm = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:form","title":"Form","description":"A form: a name, and at least two steps with components.","type":"object","required":["name","steps"],"properties":{"sourceFormId":{"type":"string","description":"The id of an existing form, whose fonts, colours and layout this form takes. --source-form and the settings can name it instead.","examples":["cl4xk2m8q0v9t7s1r3w5y6z8b"]},"name":{"type":"string","description":"The name of the form.","examples":["Customer survey"]},"steps":{"type":"array","minItems":2,"maxItems":100,"description":"The pages of the form, in order; at least two.","items":{"$ref":"#/definitions/Step"}}},"definitions":{"Step":{"type":"object","title":"Step","description":"One page of the form.","required":["name","components"],"properties":{"name":{"type":"string","description":"The name of the step; the heading of a page without a Header.","examples":["About you"]},"components":{"type":"array","minItems":1,"maxItems":100,"description":"What the page shows and asks, from top to bottom; at least one.","items":{"$ref":"#/definitions/Component"}}}},"Component":{"type":"object","title":"Component","description":"A question, a text or a button.","required":["type","content"],"properties":{"type":{"type":"string","description":"The component type."},"key":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,62}$","description":"The name of the question in responses, which stays when its wording changes: lower-case letters, digits and _, unique in the form.","examples":["job_title"]},"content":{"type":"object","description":"The texts, options and settings of the component; the keys depend on the type."}}},"ShortInput":{"type":"object","description":"A field for one line of text.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What do you do?"]}},"examples":[{"question":"What do you do?"}]},"LongInput":{"type":"object","description":"A field for a text of several lines.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What should we do better?"]}},"examples":[{"question":"What should we do better?"}]},"EmailForm":{"type":"object","description":"A field for an e-mail address.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where may we write to?"]}},"examples":[{"question":"Where may we write to?"}]},"PasswordInput":{"type":"object","description":"A field for a password. The password is not stored, only that one was typed.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Choose a password"]}},"examples":[{"question":"Choose a password"}]},"FileUploader":{"type":"object","description":"A field for files.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Attach your brief"]}},"examples":[{"question":"Attach your brief"}]},"IdentityInfo":{"type":"object","description":"Fields for personal details, such as name, e-mail address, phone number and company.","required":["fields"],"additionalProperties":false,"properties":{"fields":{"type":"array","maxItems":100,"description":"The fields, from top to bottom.","items":{"$ref":"#/definitions/IdentityField"},"examples":[[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]]}},"examples":[{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]},{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address","placeholder":"name@example.com"},{"key":"phoneNumber","label":"Phone number","includeDialCode":true,"defaultDialCodeCountry":"GB"}]}]},"IdentityField":{"type":"object","title":"IdentityField","required":["key","label"],"additionalProperties":false,"properties":{"key":{"description":"What the field asks for. E-mail addresses, phone numbers and web addresses are checked.","enum":["firstName","lastName","fullName","emailAddress","workEmailAddress","phoneNumber","companyName","numberOfEmployees","websiteUrl","title","streetAddress","aptSuiteEtc","city","state","country","zipCode","companyRevenue","profilePictureUrl"],"examples":["emailAddress"]},"label":{"type":"string","description":"The label of the field.","examples":["E-mail address"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["name@example.com"]},"includeDialCode":{"type":"boolean","description":"Show a list of country codes beside the phone number. Only for phoneNumber.","examples":[true]},"defaultDialCodeCountry":{"type":"string","description":"The country whose code is chosen at first, as two letters. Only for phoneNumber.","examples":["GB"]},"blockPersonalEmails":{"type":"boolean","description":"Refuse addresses of personal mail providers. Only for emailAddress and workEmailAddress.","examples":[true]},"revealAfter":{"type":"string","description":"The key of another field. This field appears once that one is filled in.","examples":["workEmailAddress"]}},"description":"A field for one personal detail.","examples":[{"key":"fullName","label":"Full name"}]},"Dropdown":{"type":"object","description":"One or several options from a list.","anyOf":[{"required":["options"]},{"required":["choices"]}],"properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where do you work?"]},"options":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"The options; at least one.","examples":[["London","Berlin","Elsewhere"]]},"choices":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"Another name for options.","examples":[["London","Berlin","Elsewhere"]]},"placeholder":{"type":"string","description":"A hint, shown while nothing is chosen.","examples":["Pick a place"]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"hideQuestion":{"type":"boolean","description":"Hide the question on the page. Screen readers still read it.","examples":[true]}},"examples":[{"question":"Where do you work?","options":["London","Berlin","Elsewhere"]},{"question":"Where do you work?","options":["London","Berlin","Elsewhere"],"placeholder":"Pick a place"}]},"MultipleOptionsQuestion":{"type":"object","description":"One or several options, all visible on the page.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How large is your team?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Just me","2 to 10","More than 10"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Just me","2 to 10","More than 10"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Count everyone."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]}},"examples":[{"question":"How large is your team?","choices":["Just me","2 to 10","More than 10"]},{"question":"How large is your team?","subheading":"Count everyone.","choices":["Just me","2 to 10","More than 10"]}]},"GraphicOptions":{"type":"object","description":"One or several options, drawn as cards.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What matters most to you?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Speed","Price","Support"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Speed","Price","Support"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Think of last year."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]}},"examples":[{"question":"What matters most to you?","choices":["Speed","Price","Support"]},{"question":"What matters most to you?","subheading":"Choose as many as you like.","choices":["Speed","Price","Support"],"isMulti":true}]},"SchedulerScreen":{"type":"object","description":"The calendar of a scheduling provider, to book a time.","anyOf":[{"required":["dataUrl"]},{"required":["url"]},{"required":["calendarUrl"]}],"properties":{"dataUrl":{"type":"string","description":"The address of the calendar, as the scheduling provider shows it.","examples":["https://calendar.example.com/ada"]},"url":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"calendarUrl":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"message":{"type":"string","description":"Text above the calendar.","examples":["Pick a time that suits you."]},"calendarType":{"type":"string","description":"The name of the scheduling provider.","examples":["Calendly","Cal.com","HubSpot","SavvyCal","RevenueHero"]},"prefillEmail":{"type":"boolean","description":"Fill in the e-mail address that was given on an earlier step.","examples":[true]}},"examples":[{"dataUrl":"https://calendar.example.com/ada","message":"Pick a time that suits you."}]},"NextButton":{"type":"object","description":"The button that leads to the next step, or sends the form.","properties":{"buttonText":{"type":"string","description":"The text of the button.","examples":["Continue"]},"label":{"type":"string","description":"Another name for buttonText.","examples":["Continue"]}},"examples":[{"buttonText":"Continue"}]},"Header":{"type":"object","description":"A heading, with or without a text below it.","properties":{"title":{"type":"string","description":"The heading.","examples":["Tell us about you"]},"subheading":{"type":"string","description":"Text below the heading.","examples":["It takes two minutes."]}},"examples":[{"title":"Tell us about you","subheading":"It takes two minutes."}]},"Disclaimer":{"type":"object","description":"A text in small print, such as a privacy notice.","properties":{"text":{"type":"string","description":"The text. Line breaks are kept.","examples":["We keep your answers for a year."]}},"examples":[{"text":"We keep your answers for a year."}]}}};
const func0 = Object.prototype.hasOwnProperty;
const schema12 = {"type":"object","title":"Step","description":"One page of the form.","required":["name","components"],"properties":{"name":{"type":"string","description":"The name of the step; the heading of a page without a Header.","examples":["About you"]},"components":{"type":"array","minItems":1,"maxItems":100,"description":"What the page shows and asks, from top to bottom; at least one.","items":{"$ref":"#/definitions/Component"}}}};
const schema13 = {"type":"object","title":"Component","description":"A question, a text or a button.","required":["type","content"],"properties":{"type":{"type":"string","description":"The component type."},"key":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,62}$","description":"The name of the question in responses, which stays when its wording changes: lower-case letters, digits and _, unique in the form.","examples":["job_title"]},"content":{"type":"object","description":"The texts, options and settings of the component; the keys depend on the type."}}};
const pattern0 = new RegExp("^[a-z][a-z0-9_]{0,62}$", "u");

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
if(data.components !== undefined && func0.call(data, "components")){
let data1 = data.components;
if(Array.isArray(data1)){
if(data1.length > 100){
const err3 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if((data2.type === undefined) || (!(func0.call(data2, "type")))){
const err5 = {instancePath:instancePath+"/components/" + i0,schemaPath:"#/definitions/Component/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data2.content === undefined) || (!(func0.call(data2, "content")))){
const err6 = {instancePath:instancePath+"/components/" + i0,schemaPath:"#/definitions/Component/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.type !== undefined && func0.call(data2, "type")){
if(typeof data2.type !== "string"){
const err7 = {instancePath:instancePath+"/components/" + i0+"/type",schemaPath:"#/definitions/Component/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data2.key !== undefined && func0.call(data2, "key")){
let data4 = data2.key;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err8 = {instancePath:instancePath+"/components/" + i0+"/key",schemaPath:"#/definitions/Component/properties/key/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,62}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,62}$"+"\""};
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
const err9 = {instancePath:instancePath+"/components/" + i0+"/key",schemaPath:"#/definitions/Component/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.content !== undefined && func0.call(data2, "content")){
let data5 = data2.content;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err10 = {instancePath:instancePath+"/components/" + i0+"/content",schemaPath:"#/definitions/Component/properties/content/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err11 = {instancePath:instancePath+"/components/" + i0,schemaPath:"#/definitions/Component/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err12 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
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
if(data.steps !== undefined && func0.call(data, "steps")){
let data2 = data.steps;
if(Array.isArray(data2)){
if(data2.length > 100){
const err4 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.length < 2){
const err5 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate11(data2[i0], {instancePath:instancePath+"/steps/" + i0,parentData:data2,parentDataProperty:i0,rootData}))){
if(vErrors === null){ vErrors = validate11.errors; } else { for(const err of validate11.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/steps",schemaPath:"#/properties/steps/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
validate10.errors = vErrors;
return errors === 0;
}

export const validateStep = validate13;

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(data.components !== undefined && func0.call(data, "components")){
let data1 = data.components;
if(Array.isArray(data1)){
if(data1.length > 100){
const err3 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if((data2.type === undefined) || (!(func0.call(data2, "type")))){
const err5 = {instancePath:instancePath+"/components/" + i0,schemaPath:"#/definitions/Component/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data2.content === undefined) || (!(func0.call(data2, "content")))){
const err6 = {instancePath:instancePath+"/components/" + i0,schemaPath:"#/definitions/Component/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.type !== undefined && func0.call(data2, "type")){
if(typeof data2.type !== "string"){
const err7 = {instancePath:instancePath+"/components/" + i0+"/type",schemaPath:"#/definitions/Component/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data2.key !== undefined && func0.call(data2, "key")){
let data4 = data2.key;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err8 = {instancePath:instancePath+"/components/" + i0+"/key",schemaPath:"#/definitions/Component/properties/key/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,62}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,62}$"+"\""};
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
const err9 = {instancePath:instancePath+"/components/" + i0+"/key",schemaPath:"#/definitions/Component/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.content !== undefined && func0.call(data2, "content")){
let data5 = data2.content;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err10 = {instancePath:instancePath+"/components/" + i0+"/content",schemaPath:"#/definitions/Component/properties/content/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err11 = {instancePath:instancePath+"/components/" + i0,schemaPath:"#/definitions/Component/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err12 = {instancePath:instancePath+"/components",schemaPath:"#/properties/components/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}

export const validateComponent = validate14;

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!pattern0.test(data1)){
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
if(data.content !== undefined && func0.call(data, "content")){
let data2 = data.content;
if(!(data2 && typeof data2 == "object" && !Array.isArray(data2))){
const err5 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate14.errors = vErrors;
return errors === 0;
}

export const validateShortInput = validate15;
const schema17 = {"type":"object","description":"A field for one line of text.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What do you do?"]}},"examples":[{"question":"What do you do?"}]};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate15.errors = vErrors;
return errors === 0;
}

export const validateLongInput = validate16;
const schema18 = {"type":"object","description":"A field for a text of several lines.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What should we do better?"]}},"examples":[{"question":"What should we do better?"}]};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate16.errors = vErrors;
return errors === 0;
}

export const validateEmailForm = validate17;
const schema19 = {"type":"object","description":"A field for an e-mail address.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where may we write to?"]}},"examples":[{"question":"Where may we write to?"}]};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate17.errors = vErrors;
return errors === 0;
}

export const validatePasswordInput = validate18;
const schema20 = {"type":"object","description":"A field for a password. The password is not stored, only that one was typed.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Choose a password"]}},"examples":[{"question":"Choose a password"}]};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate18.errors = vErrors;
return errors === 0;
}

export const validateFileUploader = validate19;
const schema21 = {"type":"object","description":"A field for files.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Attach your brief"]}},"examples":[{"question":"Attach your brief"}]};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate19.errors = vErrors;
return errors === 0;
}

export const validateIdentityInfo = validate20;
const schema22 = {"type":"object","description":"Fields for personal details, such as name, e-mail address, phone number and company.","required":["fields"],"additionalProperties":false,"properties":{"fields":{"type":"array","maxItems":100,"description":"The fields, from top to bottom.","items":{"$ref":"#/definitions/IdentityField"},"examples":[[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]]}},"examples":[{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address"}]},{"fields":[{"key":"fullName","label":"Full name"},{"key":"emailAddress","label":"E-mail address","placeholder":"name@example.com"},{"key":"phoneNumber","label":"Phone number","includeDialCode":true,"defaultDialCodeCountry":"GB"}]}]};
const schema23 = {"type":"object","title":"IdentityField","required":["key","label"],"additionalProperties":false,"properties":{"key":{"description":"What the field asks for. E-mail addresses, phone numbers and web addresses are checked.","enum":["firstName","lastName","fullName","emailAddress","workEmailAddress","phoneNumber","companyName","numberOfEmployees","websiteUrl","title","streetAddress","aptSuiteEtc","city","state","country","zipCode","companyRevenue","profilePictureUrl"],"examples":["emailAddress"]},"label":{"type":"string","description":"The label of the field.","examples":["E-mail address"]},"placeholder":{"type":"string","description":"A hint, shown while the field is empty.","examples":["name@example.com"]},"includeDialCode":{"type":"boolean","description":"Show a list of country codes beside the phone number. Only for phoneNumber.","examples":[true]},"defaultDialCodeCountry":{"type":"string","description":"The country whose code is chosen at first, as two letters. Only for phoneNumber.","examples":["GB"]},"blockPersonalEmails":{"type":"boolean","description":"Refuse addresses of personal mail providers. Only for emailAddress and workEmailAddress.","examples":[true]},"revealAfter":{"type":"string","description":"The key of another field. This field appears once that one is filled in.","examples":["workEmailAddress"]}},"description":"A field for one personal detail.","examples":[{"key":"fullName","label":"Full name"}]};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(((((((key1 === "key") || (key1 === "label")) || (key1 === "placeholder")) || (key1 === "includeDialCode")) || (key1 === "defaultDialCodeCountry")) || (key1 === "blockPersonalEmails")) || (key1 === "revealAfter"))){
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
const err6 = {instancePath:instancePath+"/fields/" + i0+"/key",schemaPath:"#/definitions/IdentityField/properties/key/enum",keyword:"enum",params:{allowedValues: schema23.properties.key.enum},message:"must be equal to one of the allowed values"};
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
if(data1.placeholder !== undefined && func0.call(data1, "placeholder")){
if(typeof data1.placeholder !== "string"){
const err8 = {instancePath:instancePath+"/fields/" + i0+"/placeholder",schemaPath:"#/definitions/IdentityField/properties/placeholder/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.includeDialCode !== undefined && func0.call(data1, "includeDialCode")){
if(typeof data1.includeDialCode !== "boolean"){
const err9 = {instancePath:instancePath+"/fields/" + i0+"/includeDialCode",schemaPath:"#/definitions/IdentityField/properties/includeDialCode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.defaultDialCodeCountry !== undefined && func0.call(data1, "defaultDialCodeCountry")){
if(typeof data1.defaultDialCodeCountry !== "string"){
const err10 = {instancePath:instancePath+"/fields/" + i0+"/defaultDialCodeCountry",schemaPath:"#/definitions/IdentityField/properties/defaultDialCodeCountry/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data1.blockPersonalEmails !== undefined && func0.call(data1, "blockPersonalEmails")){
if(typeof data1.blockPersonalEmails !== "boolean"){
const err11 = {instancePath:instancePath+"/fields/" + i0+"/blockPersonalEmails",schemaPath:"#/definitions/IdentityField/properties/blockPersonalEmails/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data1.revealAfter !== undefined && func0.call(data1, "revealAfter")){
if(typeof data1.revealAfter !== "string"){
const err12 = {instancePath:instancePath+"/fields/" + i0+"/revealAfter",schemaPath:"#/definitions/IdentityField/properties/revealAfter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/definitions/IdentityField/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err14 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}

export const validateIdentityField = validate21;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(((((((key0 === "key") || (key0 === "label")) || (key0 === "placeholder")) || (key0 === "includeDialCode")) || (key0 === "defaultDialCodeCountry")) || (key0 === "blockPersonalEmails")) || (key0 === "revealAfter"))){
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
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/enum",keyword:"enum",params:{allowedValues: schema23.properties.key.enum},message:"must be equal to one of the allowed values"};
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
if(data.includeDialCode !== undefined && func0.call(data, "includeDialCode")){
if(typeof data.includeDialCode !== "boolean"){
const err6 = {instancePath:instancePath+"/includeDialCode",schemaPath:"#/properties/includeDialCode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.defaultDialCodeCountry !== undefined && func0.call(data, "defaultDialCodeCountry")){
if(typeof data.defaultDialCodeCountry !== "string"){
const err7 = {instancePath:instancePath+"/defaultDialCodeCountry",schemaPath:"#/properties/defaultDialCodeCountry/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.blockPersonalEmails !== undefined && func0.call(data, "blockPersonalEmails")){
if(typeof data.blockPersonalEmails !== "boolean"){
const err8 = {instancePath:instancePath+"/blockPersonalEmails",schemaPath:"#/properties/blockPersonalEmails/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.revealAfter !== undefined && func0.call(data, "revealAfter")){
if(typeof data.revealAfter !== "string"){
const err9 = {instancePath:instancePath+"/revealAfter",schemaPath:"#/properties/revealAfter/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate21.errors = vErrors;
return errors === 0;
}

export const validateDropdown = validate22;
const schema25 = {"type":"object","description":"One or several options from a list.","anyOf":[{"required":["options"]},{"required":["choices"]}],"properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["Where do you work?"]},"options":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"The options; at least one.","examples":[["London","Berlin","Elsewhere"]]},"choices":{"type":"array","minItems":1,"maxItems":1000,"items":{"type":"string"},"description":"Another name for options.","examples":[["London","Berlin","Elsewhere"]]},"placeholder":{"type":"string","description":"A hint, shown while nothing is chosen.","examples":["Pick a place"]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]},"hideQuestion":{"type":"boolean","description":"Hide the question on the page. Screen readers still read it.","examples":[true]}},"examples":[{"question":"Where do you work?","options":["London","Berlin","Elsewhere"]},{"question":"Where do you work?","options":["London","Berlin","Elsewhere"],"placeholder":"Pick a place"}]};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

export const validateMultipleOptionsQuestion = validate23;
const schema26 = {"type":"object","description":"One or several options, all visible on the page.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["How large is your team?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Just me","2 to 10","More than 10"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Just me","2 to 10","More than 10"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Count everyone."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]}},"examples":[{"question":"How large is your team?","choices":["Just me","2 to 10","More than 10"]},{"question":"How large is your team?","subheading":"Count everyone.","choices":["Just me","2 to 10","More than 10"]}]};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate23.errors = vErrors;
return errors === 0;
}

export const validateGraphicOptions = validate24;
const schema27 = {"type":"object","description":"One or several options, drawn as cards.","properties":{"question":{"type":"string","description":"The question, shown as the label.","examples":["What matters most to you?"]},"choices":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"The options.","examples":[["Speed","Price","Support"]]},"options":{"type":"array","maxItems":1000,"items":{"type":"string"},"description":"Another name for choices.","examples":[["Speed","Price","Support"]]},"subheading":{"type":"string","description":"Text below the question.","examples":["Think of last year."]},"isMulti":{"type":"boolean","description":"Allow several options.","examples":[true]}},"examples":[{"question":"What matters most to you?","choices":["Speed","Price","Support"]},{"question":"What matters most to you?","subheading":"Choose as many as you like.","choices":["Speed","Price","Support"],"isMulti":true}]};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate24.errors = vErrors;
return errors === 0;
}

export const validateSchedulerScreen = validate25;
const schema28 = {"type":"object","description":"The calendar of a scheduling provider, to book a time.","anyOf":[{"required":["dataUrl"]},{"required":["url"]},{"required":["calendarUrl"]}],"properties":{"dataUrl":{"type":"string","description":"The address of the calendar, as the scheduling provider shows it.","examples":["https://calendar.example.com/ada"]},"url":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"calendarUrl":{"type":"string","description":"Another name for dataUrl.","examples":["https://calendar.example.com/ada"]},"message":{"type":"string","description":"Text above the calendar.","examples":["Pick a time that suits you."]},"calendarType":{"type":"string","description":"The name of the scheduling provider.","examples":["Calendly","Cal.com","HubSpot","SavvyCal","RevenueHero"]},"prefillEmail":{"type":"boolean","description":"Fill in the e-mail address that was given on an earlier step.","examples":[true]}},"examples":[{"dataUrl":"https://calendar.example.com/ada","message":"Pick a time that suits you."}]};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate25.errors = vErrors;
return errors === 0;
}

export const validateNextButton = validate26;
const schema29 = {"type":"object","description":"The button that leads to the next step, or sends the form.","properties":{"buttonText":{"type":"string","description":"The text of the button.","examples":["Continue"]},"label":{"type":"string","description":"Another name for buttonText.","examples":["Continue"]}},"examples":[{"buttonText":"Continue"}]};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate26.errors = vErrors;
return errors === 0;
}

export const validateHeader = validate27;
const schema30 = {"type":"object","description":"A heading, with or without a text below it.","properties":{"title":{"type":"string","description":"The heading.","examples":["Tell us about you"]},"subheading":{"type":"string","description":"Text below the heading.","examples":["It takes two minutes."]}},"examples":[{"title":"Tell us about you","subheading":"It takes two minutes."}]};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate27.errors = vErrors;
return errors === 0;
}

export const validateDisclaimer = validate28;
const schema31 = {"type":"object","description":"A text in small print, such as a privacy notice.","properties":{"text":{"type":"string","description":"The text. Line breaks are kept.","examples":["We keep your answers for a year."]}},"examples":[{"text":"We keep your answers for a year."}]};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate28.errors = vErrors;
return errors === 0;
}


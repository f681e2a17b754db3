/* Generated from schemas/columns.schema.json by npm run generate. */
"use strict";
export const validateColumnsFile = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:columns","title":"ColumnsFile","description":"What formctl responses export --columns-file keeps: the columns of an export, in their order. Meant to be committed with the data.","type":"object","additionalProperties":false,"required":["schema_version","headers","multi","columns"],"properties":{"schema_version":{"const":1,"description":"The version of this shape."},"headers":{"enum":["headline","id","both","sql"],"description":"How new columns are named, as --headers says it."},"multi":{"enum":["joined","json","columns"],"description":"How several choices are written, as --multi says it."},"columns":{"type":"array","description":"The columns in their order: new ones come at the end, and none is taken away.","items":{"$ref":"#/definitions/KeptColumn"}},"questions":{"type":"array","description":"The newest headline of each question.","items":{"$ref":"#/definitions/KeptQuestion"}}},"definitions":{"KeptColumn":{"type":"object","title":"KeptColumn","description":"A column, and what it holds: a member of the response, of its meta or of its person, or an answer.","additionalProperties":false,"required":["name"],"properties":{"name":{"type":"string","description":"What the column is called; it stays when the question is renamed."},"type":{"enum":["text","integer","int64","number","boolean","date","time","json"],"description":"The type that all its values must have, int64 where some are whole numbers that no double holds; left out while there is no value."},"on_mismatch":{"const":"text","description":"Values of another type make the column text for that export; left out, they end the export."},"record":{"type":"string","description":"A member of the response."},"meta":{"type":"string","description":"A member of its meta."},"person":{"type":"string","description":"A member of its personAttributes."},"question":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"},"minItems":2,"uniqueItems":true}],"description":"The questionId of an answer, or the ids of several questions whose answers share the column."},"member":{"type":"string","description":"A member of the answer."},"beside":{"type":"string","description":"A member of the entry beside its questionId and response."},"option":{"type":"string","description":"An option, where each has a column of its own."}}},"KeptQuestion":{"type":"object","title":"KeptQuestion","description":"A question as it was asked last.","additionalProperties":false,"required":["id","headline"],"properties":{"id":{"type":"string","description":"Its questionId."},"headline":{"type":"string","description":"Its newest headline."},"shown":{"type":"string","description":"When the newest response was created that had this headline, when it was noted."}}}}};
const schema12 = {"type":"object","title":"KeptColumn","description":"A column, and what it holds: a member of the response, of its meta or of its person, or an answer.","additionalProperties":false,"required":["name"],"properties":{"name":{"type":"string","description":"What the column is called; it stays when the question is renamed."},"type":{"enum":["text","integer","int64","number","boolean","date","time","json"],"description":"The type that all its values must have, int64 where some are whole numbers that no double holds; left out while there is no value."},"on_mismatch":{"const":"text","description":"Values of another type make the column text for that export; left out, they end the export."},"record":{"type":"string","description":"A member of the response."},"meta":{"type":"string","description":"A member of its meta."},"person":{"type":"string","description":"A member of its personAttributes."},"question":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"},"minItems":2,"uniqueItems":true}],"description":"The questionId of an answer, or the ids of several questions whose answers share the column."},"member":{"type":"string","description":"A member of the answer."},"beside":{"type":"string","description":"A member of the entry beside its questionId and response."},"option":{"type":"string","description":"An option, where each has a column of its own."}}};
const schema13 = {"type":"object","title":"KeptQuestion","description":"A question as it was asked last.","additionalProperties":false,"required":["id","headline"],"properties":{"id":{"type":"string","description":"Its questionId."},"headline":{"type":"string","description":"Its newest headline."},"shown":{"type":"string","description":"When the newest response was created that had this headline, when it was noted."}}};
const func0 = Object.prototype.hasOwnProperty;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:columns" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.schema_version === undefined) || (!(func0.call(data, "schema_version")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "schema_version"},message:"must have required property '"+"schema_version"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.headers === undefined) || (!(func0.call(data, "headers")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.multi === undefined) || (!(func0.call(data, "multi")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "multi"},message:"must have required property '"+"multi"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.columns === undefined) || (!(func0.call(data, "columns")))){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "columns"},message:"must have required property '"+"columns"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((((key0 === "schema_version") || (key0 === "headers")) || (key0 === "multi")) || (key0 === "columns")) || (key0 === "questions"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.schema_version !== undefined && func0.call(data, "schema_version")){
if(1 !== data.schema_version){
const err5 = {instancePath:instancePath+"/schema_version",schemaPath:"#/properties/schema_version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.headers !== undefined && func0.call(data, "headers")){
let data1 = data.headers;
if(!((((data1 === "headline") || (data1 === "id")) || (data1 === "both")) || (data1 === "sql"))){
const err6 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/enum",keyword:"enum",params:{allowedValues: schema11.properties.headers.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.multi !== undefined && func0.call(data, "multi")){
let data2 = data.multi;
if(!(((data2 === "joined") || (data2 === "json")) || (data2 === "columns"))){
const err7 = {instancePath:instancePath+"/multi",schemaPath:"#/properties/multi/enum",keyword:"enum",params:{allowedValues: schema11.properties.multi.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.columns !== undefined && func0.call(data, "columns")){
let data3 = data.columns;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if((data4.name === undefined) || (!(func0.call(data4, "name")))){
const err8 = {instancePath:instancePath+"/columns/" + i0,schemaPath:"#/definitions/KeptColumn/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key1 of Object.keys(data4)){
if(!(func0.call(schema12.properties, key1))){
const err9 = {instancePath:instancePath+"/columns/" + i0,schemaPath:"#/definitions/KeptColumn/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data4.name !== undefined && func0.call(data4, "name")){
if(typeof data4.name !== "string"){
const err10 = {instancePath:instancePath+"/columns/" + i0+"/name",schemaPath:"#/definitions/KeptColumn/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data4.type !== undefined && func0.call(data4, "type")){
let data6 = data4.type;
if(!((((((((data6 === "text") || (data6 === "integer")) || (data6 === "int64")) || (data6 === "number")) || (data6 === "boolean")) || (data6 === "date")) || (data6 === "time")) || (data6 === "json"))){
const err11 = {instancePath:instancePath+"/columns/" + i0+"/type",schemaPath:"#/definitions/KeptColumn/properties/type/enum",keyword:"enum",params:{allowedValues: schema12.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data4.on_mismatch !== undefined && func0.call(data4, "on_mismatch")){
if("text" !== data4.on_mismatch){
const err12 = {instancePath:instancePath+"/columns/" + i0+"/on_mismatch",schemaPath:"#/definitions/KeptColumn/properties/on_mismatch/const",keyword:"const",params:{allowedValue: "text"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data4.record !== undefined && func0.call(data4, "record")){
if(typeof data4.record !== "string"){
const err13 = {instancePath:instancePath+"/columns/" + i0+"/record",schemaPath:"#/definitions/KeptColumn/properties/record/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.meta !== undefined && func0.call(data4, "meta")){
if(typeof data4.meta !== "string"){
const err14 = {instancePath:instancePath+"/columns/" + i0+"/meta",schemaPath:"#/definitions/KeptColumn/properties/meta/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data4.person !== undefined && func0.call(data4, "person")){
if(typeof data4.person !== "string"){
const err15 = {instancePath:instancePath+"/columns/" + i0+"/person",schemaPath:"#/definitions/KeptColumn/properties/person/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.question !== undefined && func0.call(data4, "question")){
let data11 = data4.question;
const _errs22 = errors;
let valid5 = false;
let passing0 = null;
const _errs23 = errors;
if(typeof data11 !== "string"){
const err16 = {instancePath:instancePath+"/columns/" + i0+"/question",schemaPath:"#/definitions/KeptColumn/properties/question/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid0 = _errs23 === errors;
if(_valid0){
valid5 = true;
passing0 = 0;
}
const _errs25 = errors;
if(Array.isArray(data11)){
if(data11.length < 2){
const err17 = {instancePath:instancePath+"/columns/" + i0+"/question",schemaPath:"#/definitions/KeptColumn/properties/question/oneOf/1/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
if(typeof data11[i1] !== "string"){
const err18 = {instancePath:instancePath+"/columns/" + i0+"/question/" + i1,schemaPath:"#/definitions/KeptColumn/properties/question/oneOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
let i2 = data11.length;
let j0;
if(i2 > 1){
const indices0 = {};
for(;i2--;){
let item0 = data11[i2];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err19 = {instancePath:instancePath+"/columns/" + i0+"/question",schemaPath:"#/definitions/KeptColumn/properties/question/oneOf/1/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i2+" are identical)"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
break;
}
indices0[item0] = i2;
}
}
}
else {
const err20 = {instancePath:instancePath+"/columns/" + i0+"/question",schemaPath:"#/definitions/KeptColumn/properties/question/oneOf/1/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var _valid0 = _errs25 === errors;
if(_valid0 && valid5){
valid5 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid5 = true;
passing0 = 1;
}
}
if(!valid5){
const err21 = {instancePath:instancePath+"/columns/" + i0+"/question",schemaPath:"#/definitions/KeptColumn/properties/question/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
else {
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
}
}
if(data4.member !== undefined && func0.call(data4, "member")){
if(typeof data4.member !== "string"){
const err22 = {instancePath:instancePath+"/columns/" + i0+"/member",schemaPath:"#/definitions/KeptColumn/properties/member/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data4.beside !== undefined && func0.call(data4, "beside")){
if(typeof data4.beside !== "string"){
const err23 = {instancePath:instancePath+"/columns/" + i0+"/beside",schemaPath:"#/definitions/KeptColumn/properties/beside/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data4.option !== undefined && func0.call(data4, "option")){
if(typeof data4.option !== "string"){
const err24 = {instancePath:instancePath+"/columns/" + i0+"/option",schemaPath:"#/definitions/KeptColumn/properties/option/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err25 = {instancePath:instancePath+"/columns/" + i0,schemaPath:"#/definitions/KeptColumn/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err26 = {instancePath:instancePath+"/columns",schemaPath:"#/properties/columns/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.questions !== undefined && func0.call(data, "questions")){
let data16 = data.questions;
if(Array.isArray(data16)){
const len2 = data16.length;
for(let i3=0; i3<len2; i3++){
let data17 = data16[i3];
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if((data17.id === undefined) || (!(func0.call(data17, "id")))){
const err27 = {instancePath:instancePath+"/questions/" + i3,schemaPath:"#/definitions/KeptQuestion/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((data17.headline === undefined) || (!(func0.call(data17, "headline")))){
const err28 = {instancePath:instancePath+"/questions/" + i3,schemaPath:"#/definitions/KeptQuestion/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
for(const key2 of Object.keys(data17)){
if(!(((key2 === "id") || (key2 === "headline")) || (key2 === "shown"))){
const err29 = {instancePath:instancePath+"/questions/" + i3,schemaPath:"#/definitions/KeptQuestion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data17.id !== undefined && func0.call(data17, "id")){
if(typeof data17.id !== "string"){
const err30 = {instancePath:instancePath+"/questions/" + i3+"/id",schemaPath:"#/definitions/KeptQuestion/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data17.headline !== undefined && func0.call(data17, "headline")){
if(typeof data17.headline !== "string"){
const err31 = {instancePath:instancePath+"/questions/" + i3+"/headline",schemaPath:"#/definitions/KeptQuestion/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data17.shown !== undefined && func0.call(data17, "shown")){
if(typeof data17.shown !== "string"){
const err32 = {instancePath:instancePath+"/questions/" + i3+"/shown",schemaPath:"#/definitions/KeptQuestion/properties/shown/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/questions/" + i3,schemaPath:"#/definitions/KeptQuestion/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const validateKeptColumn = validate11;

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
for(const key0 of Object.keys(data)){
if(!(func0.call(schema12.properties, key0))){
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
if(data.type !== undefined && func0.call(data, "type")){
let data1 = data.type;
if(!((((((((data1 === "text") || (data1 === "integer")) || (data1 === "int64")) || (data1 === "number")) || (data1 === "boolean")) || (data1 === "date")) || (data1 === "time")) || (data1 === "json"))){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema12.properties.type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.on_mismatch !== undefined && func0.call(data, "on_mismatch")){
if("text" !== data.on_mismatch){
const err4 = {instancePath:instancePath+"/on_mismatch",schemaPath:"#/properties/on_mismatch/const",keyword:"const",params:{allowedValue: "text"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.record !== undefined && func0.call(data, "record")){
if(typeof data.record !== "string"){
const err5 = {instancePath:instancePath+"/record",schemaPath:"#/properties/record/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.meta !== undefined && func0.call(data, "meta")){
if(typeof data.meta !== "string"){
const err6 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.person !== undefined && func0.call(data, "person")){
if(typeof data.person !== "string"){
const err7 = {instancePath:instancePath+"/person",schemaPath:"#/properties/person/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.question !== undefined && func0.call(data, "question")){
let data6 = data.question;
const _errs13 = errors;
let valid1 = false;
let passing0 = null;
const _errs14 = errors;
if(typeof data6 !== "string"){
const err8 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs14 === errors;
if(_valid0){
valid1 = true;
passing0 = 0;
}
const _errs16 = errors;
if(Array.isArray(data6)){
if(data6.length < 2){
const err9 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/oneOf/1/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
if(typeof data6[i0] !== "string"){
const err10 = {instancePath:instancePath+"/question/" + i0,schemaPath:"#/properties/question/oneOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
let i1 = data6.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data6[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err11 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/oneOf/1/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err12 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/oneOf/1/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid0 = _errs16 === errors;
if(_valid0 && valid1){
valid1 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid1 = true;
passing0 = 1;
}
}
if(!valid1){
const err13 = {instancePath:instancePath+"/question",schemaPath:"#/properties/question/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
}
if(data.member !== undefined && func0.call(data, "member")){
if(typeof data.member !== "string"){
const err14 = {instancePath:instancePath+"/member",schemaPath:"#/properties/member/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.beside !== undefined && func0.call(data, "beside")){
if(typeof data.beside !== "string"){
const err15 = {instancePath:instancePath+"/beside",schemaPath:"#/properties/beside/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.option !== undefined && func0.call(data, "option")){
if(typeof data.option !== "string"){
const err16 = {instancePath:instancePath+"/option",schemaPath:"#/properties/option/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

export const validateKeptQuestion = validate12;

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.headline === undefined) || (!(func0.call(data, "headline")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "id") || (key0 === "headline")) || (key0 === "shown"))){
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
if(data.id !== undefined && func0.call(data, "id")){
if(typeof data.id !== "string"){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.headline !== undefined && func0.call(data, "headline")){
if(typeof data.headline !== "string"){
const err4 = {instancePath:instancePath+"/headline",schemaPath:"#/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.shown !== undefined && func0.call(data, "shown")){
if(typeof data.shown !== "string"){
const err5 = {instancePath:instancePath+"/shown",schemaPath:"#/properties/shown/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate12.errors = vErrors;
return errors === 0;
}


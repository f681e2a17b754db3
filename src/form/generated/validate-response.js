/* Generated from schemas/response.schema.json by npm run generate. */
"use strict";
export const validateResponseRecord = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:response","title":"ResponseRecord","description":"One response of a form, as the service returns it.","type":"object","required":["id","createdAt","updatedAt","dataUpdatedAt","finished","status","formId","version","data","meta","personAttributes"],"properties":{"id":{"type":"string","description":"Unique identifier of the response."},"createdAt":{"type":"string","description":"ISO 8601 timestamp of creation."},"updatedAt":{"type":"string","description":"ISO 8601 timestamp of the last update."},"dataUpdatedAt":{"type":"string","description":"ISO 8601 timestamp of the last update of the answers."},"finished":{"type":"boolean","description":"True when complete, false when partial."},"status":{"type":"number","description":"Status code; our server gives 1 to a partial, 2 to a complete response."},"formId":{"type":"string","description":"The form that the response belongs to."},"version":{"type":"string","description":"Version of the response format."},"data":{"type":"array","description":"One entry per answered question.","items":{"$ref":"#/definitions/AnswerEntry"}},"meta":{"type":"object","required":["leadId"],"properties":{"leadId":{"type":"string"}}},"personAttributes":{"type":"object","description":"About the person who submitted.","properties":{"ip":{"type":"string"},"country":{"type":"string"},"visitedForm":{"type":"number"},"completedForm":{"type":"number"}}}},"definitions":{"AnswerEntry":{"type":"object","title":"AnswerEntry","required":["questionId","response"],"properties":{"questionId":{"type":"string","description":"Identifier of the question."},"response":{"$ref":"#/definitions/Answer"}}},"Answer":{"type":"object","title":"Answer","description":"Its further members depend on the component type.","required":["type","headline","componentShapeVersion"],"properties":{"type":{"type":"string","description":"The component type."},"headline":{"type":"string","description":"The question as it was shown."},"componentShapeVersion":{"type":"string","description":"Version of the answer's shape."}}}}};
const func0 = Object.prototype.hasOwnProperty;
const schema12 = {"type":"object","title":"AnswerEntry","required":["questionId","response"],"properties":{"questionId":{"type":"string","description":"Identifier of the question."},"response":{"$ref":"#/definitions/Answer"}}};
const schema13 = {"type":"object","title":"Answer","description":"Its further members depend on the component type.","required":["type","headline","componentShapeVersion"],"properties":{"type":{"type":"string","description":"The component type."},"headline":{"type":"string","description":"The question as it was shown."},"componentShapeVersion":{"type":"string","description":"Version of the answer's shape."}}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.questionId === undefined) || (!(func0.call(data, "questionId")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "questionId"},message:"must have required property '"+"questionId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.response === undefined) || (!(func0.call(data, "response")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "response"},message:"must have required property '"+"response"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.questionId !== undefined && func0.call(data, "questionId")){
if(typeof data.questionId !== "string"){
const err2 = {instancePath:instancePath+"/questionId",schemaPath:"#/properties/questionId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.response !== undefined && func0.call(data, "response")){
let data1 = data.response;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.type === undefined) || (!(func0.call(data1, "type")))){
const err3 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data1.headline === undefined) || (!(func0.call(data1, "headline")))){
const err4 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data1.componentShapeVersion === undefined) || (!(func0.call(data1, "componentShapeVersion")))){
const err5 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/required",keyword:"required",params:{missingProperty: "componentShapeVersion"},message:"must have required property '"+"componentShapeVersion"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.type !== undefined && func0.call(data1, "type")){
if(typeof data1.type !== "string"){
const err6 = {instancePath:instancePath+"/response/type",schemaPath:"#/definitions/Answer/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.headline !== undefined && func0.call(data1, "headline")){
if(typeof data1.headline !== "string"){
const err7 = {instancePath:instancePath+"/response/headline",schemaPath:"#/definitions/Answer/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.componentShapeVersion !== undefined && func0.call(data1, "componentShapeVersion")){
if(typeof data1.componentShapeVersion !== "string"){
const err8 = {instancePath:instancePath+"/response/componentShapeVersion",schemaPath:"#/definitions/Answer/properties/componentShapeVersion/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err9 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate11.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:response" */;
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
if((data.createdAt === undefined) || (!(func0.call(data, "createdAt")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "createdAt"},message:"must have required property '"+"createdAt"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.updatedAt === undefined) || (!(func0.call(data, "updatedAt")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "updatedAt"},message:"must have required property '"+"updatedAt"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.dataUpdatedAt === undefined) || (!(func0.call(data, "dataUpdatedAt")))){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "dataUpdatedAt"},message:"must have required property '"+"dataUpdatedAt"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data.finished === undefined) || (!(func0.call(data, "finished")))){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "finished"},message:"must have required property '"+"finished"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data.status === undefined) || (!(func0.call(data, "status")))){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data.formId === undefined) || (!(func0.call(data, "formId")))){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "formId"},message:"must have required property '"+"formId"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((data.version === undefined) || (!(func0.call(data, "version")))){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((data.data === undefined) || (!(func0.call(data, "data")))){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((data.meta === undefined) || (!(func0.call(data, "meta")))){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "meta"},message:"must have required property '"+"meta"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((data.personAttributes === undefined) || (!(func0.call(data, "personAttributes")))){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "personAttributes"},message:"must have required property '"+"personAttributes"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.id !== undefined && func0.call(data, "id")){
if(typeof data.id !== "string"){
const err11 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.createdAt !== undefined && func0.call(data, "createdAt")){
if(typeof data.createdAt !== "string"){
const err12 = {instancePath:instancePath+"/createdAt",schemaPath:"#/properties/createdAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.updatedAt !== undefined && func0.call(data, "updatedAt")){
if(typeof data.updatedAt !== "string"){
const err13 = {instancePath:instancePath+"/updatedAt",schemaPath:"#/properties/updatedAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.dataUpdatedAt !== undefined && func0.call(data, "dataUpdatedAt")){
if(typeof data.dataUpdatedAt !== "string"){
const err14 = {instancePath:instancePath+"/dataUpdatedAt",schemaPath:"#/properties/dataUpdatedAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.finished !== undefined && func0.call(data, "finished")){
if(typeof data.finished !== "boolean"){
const err15 = {instancePath:instancePath+"/finished",schemaPath:"#/properties/finished/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data5 = data.status;
if(!((typeof data5 == "number") && (isFinite(data5)))){
const err16 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.formId !== undefined && func0.call(data, "formId")){
if(typeof data.formId !== "string"){
const err17 = {instancePath:instancePath+"/formId",schemaPath:"#/properties/formId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.version !== undefined && func0.call(data, "version")){
if(typeof data.version !== "string"){
const err18 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.data !== undefined && func0.call(data, "data")){
let data8 = data.data;
if(Array.isArray(data8)){
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
if(!(validate11(data8[i0], {instancePath:instancePath+"/data/" + i0,parentData:data8,parentDataProperty:i0,rootData}))){
if(vErrors === null){ vErrors = validate11.errors; } else { for(const err of validate11.errors) vErrors.push(err); }
errors = vErrors.length;
}
}
}
else {
const err19 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.meta !== undefined && func0.call(data, "meta")){
let data10 = data.meta;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if((data10.leadId === undefined) || (!(func0.call(data10, "leadId")))){
const err20 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/required",keyword:"required",params:{missingProperty: "leadId"},message:"must have required property '"+"leadId"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data10.leadId !== undefined && func0.call(data10, "leadId")){
if(typeof data10.leadId !== "string"){
const err21 = {instancePath:instancePath+"/meta/leadId",schemaPath:"#/properties/meta/properties/leadId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/meta",schemaPath:"#/properties/meta/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.personAttributes !== undefined && func0.call(data, "personAttributes")){
let data12 = data.personAttributes;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.ip !== undefined && func0.call(data12, "ip")){
if(typeof data12.ip !== "string"){
const err23 = {instancePath:instancePath+"/personAttributes/ip",schemaPath:"#/properties/personAttributes/properties/ip/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data12.country !== undefined && func0.call(data12, "country")){
if(typeof data12.country !== "string"){
const err24 = {instancePath:instancePath+"/personAttributes/country",schemaPath:"#/properties/personAttributes/properties/country/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data12.visitedForm !== undefined && func0.call(data12, "visitedForm")){
let data15 = data12.visitedForm;
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err25 = {instancePath:instancePath+"/personAttributes/visitedForm",schemaPath:"#/properties/personAttributes/properties/visitedForm/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data12.completedForm !== undefined && func0.call(data12, "completedForm")){
let data16 = data12.completedForm;
if(!((typeof data16 == "number") && (isFinite(data16)))){
const err26 = {instancePath:instancePath+"/personAttributes/completedForm",schemaPath:"#/properties/personAttributes/properties/completedForm/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/personAttributes",schemaPath:"#/properties/personAttributes/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const validateAnswerEntry = validate13;

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.questionId === undefined) || (!(func0.call(data, "questionId")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "questionId"},message:"must have required property '"+"questionId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.response === undefined) || (!(func0.call(data, "response")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "response"},message:"must have required property '"+"response"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.questionId !== undefined && func0.call(data, "questionId")){
if(typeof data.questionId !== "string"){
const err2 = {instancePath:instancePath+"/questionId",schemaPath:"#/properties/questionId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.response !== undefined && func0.call(data, "response")){
let data1 = data.response;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.type === undefined) || (!(func0.call(data1, "type")))){
const err3 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data1.headline === undefined) || (!(func0.call(data1, "headline")))){
const err4 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/required",keyword:"required",params:{missingProperty: "headline"},message:"must have required property '"+"headline"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data1.componentShapeVersion === undefined) || (!(func0.call(data1, "componentShapeVersion")))){
const err5 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/required",keyword:"required",params:{missingProperty: "componentShapeVersion"},message:"must have required property '"+"componentShapeVersion"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.type !== undefined && func0.call(data1, "type")){
if(typeof data1.type !== "string"){
const err6 = {instancePath:instancePath+"/response/type",schemaPath:"#/definitions/Answer/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.headline !== undefined && func0.call(data1, "headline")){
if(typeof data1.headline !== "string"){
const err7 = {instancePath:instancePath+"/response/headline",schemaPath:"#/definitions/Answer/properties/headline/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.componentShapeVersion !== undefined && func0.call(data1, "componentShapeVersion")){
if(typeof data1.componentShapeVersion !== "string"){
const err8 = {instancePath:instancePath+"/response/componentShapeVersion",schemaPath:"#/definitions/Answer/properties/componentShapeVersion/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err9 = {instancePath:instancePath+"/response",schemaPath:"#/definitions/Answer/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
validate13.errors = vErrors;
return errors === 0;
}

export const validateAnswer = validate14;

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
if((data.componentShapeVersion === undefined) || (!(func0.call(data, "componentShapeVersion")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "componentShapeVersion"},message:"must have required property '"+"componentShapeVersion"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.type !== undefined && func0.call(data, "type")){
if(typeof data.type !== "string"){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data.componentShapeVersion !== undefined && func0.call(data, "componentShapeVersion")){
if(typeof data.componentShapeVersion !== "string"){
const err5 = {instancePath:instancePath+"/componentShapeVersion",schemaPath:"#/properties/componentShapeVersion/type",keyword:"type",params:{type: "string"},message:"must be string"};
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


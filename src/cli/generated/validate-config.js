/* Generated from schemas/config.schema.json by npm run generate. */
"use strict";
export const validateConfig = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"formctl:config","title":"Config","description":"A settings file: formctl.yaml in a project, config.yaml in the user's configuration folder.","type":"object","additionalProperties":false,"properties":{"profile":{"type":"string","pattern":"\\S","description":"The profile that is used when none is named."},"base_url":{"type":"string","pattern":"\\S","description":"Where the service is: https://…, or embedded:<dir> for one in a folder."},"environment":{"type":"string","pattern":"\\S","description":"The environment (site ID)."},"source_form":{"type":"string","pattern":"\\S","description":"The form whose look new forms inherit."},"ca_file":{"type":"string","pattern":"\\S","description":"A file of certificates to trust beside the usual ones; only in the user's own file."},"rules":{"type":"object","description":"How severe the findings of a code are; only in the file of a project.","additionalProperties":{"enum":["error","warning","note","off"]}},"profiles":{"type":"object","description":"Settings by profile name: letters, digits, dots, - and _.","propertyNames":{"pattern":"^[A-Za-z0-9._-]+$"},"additionalProperties":{"$ref":"#/definitions/Profile"}}},"definitions":{"Profile":{"type":"object","title":"Profile","additionalProperties":false,"properties":{"base_url":{"type":"string","pattern":"\\S","description":"Where the service is."},"environment":{"type":"string","pattern":"\\S","description":"The environment (site ID)."},"source_form":{"type":"string","pattern":"\\S","description":"The form whose look new forms inherit."},"ca_file":{"type":"string","pattern":"\\S","description":"A file of certificates to trust beside the usual ones; only in the user's own file."},"api_key":{"type":"string","pattern":"\\S","description":"The key; only in the user's own file."},"api_key_command":{"type":"string","pattern":"\\S","description":"A command that prints the key; only in the user's own file, and not beside api_key."},"announced":{"type":"object","description":"What the service announced for the key; formctl login writes it into the user's own file.","additionalProperties":false,"properties":{"environment":{"type":"string","pattern":"\\S","description":"The environment (site ID)."},"source_form":{"type":"string","pattern":"\\S","description":"The form whose look new forms inherit."}}}}}}};
const schema12 = {"type":"object","title":"Profile","additionalProperties":false,"properties":{"base_url":{"type":"string","pattern":"\\S","description":"Where the service is."},"environment":{"type":"string","pattern":"\\S","description":"The environment (site ID)."},"source_form":{"type":"string","pattern":"\\S","description":"The form whose look new forms inherit."},"ca_file":{"type":"string","pattern":"\\S","description":"A file of certificates to trust beside the usual ones; only in the user's own file."},"api_key":{"type":"string","pattern":"\\S","description":"The key; only in the user's own file."},"api_key_command":{"type":"string","pattern":"\\S","description":"A command that prints the key; only in the user's own file, and not beside api_key."},"announced":{"type":"object","description":"What the service announced for the key; formctl login writes it into the user's own file.","additionalProperties":false,"properties":{"environment":{"type":"string","pattern":"\\S","description":"The environment (site ID)."},"source_form":{"type":"string","pattern":"\\S","description":"The form whose look new forms inherit."}}}}};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("\\S", "u");
const pattern5 = new RegExp("^[A-Za-z0-9._-]+$", "u");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="formctl:config" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "profile") || (key0 === "base_url")) || (key0 === "environment")) || (key0 === "source_form")) || (key0 === "ca_file")) || (key0 === "rules")) || (key0 === "profiles"))){
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
if(data.profile !== undefined && func0.call(data, "profile")){
let data0 = data.profile;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
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
const err2 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.base_url !== undefined && func0.call(data, "base_url")){
let data1 = data.base_url;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
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
const err4 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.environment !== undefined && func0.call(data, "environment")){
let data2 = data.environment;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err5 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.source_form !== undefined && func0.call(data, "source_form")){
let data3 = data.source_form;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err7 = {instancePath:instancePath+"/source_form",schemaPath:"#/properties/source_form/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/source_form",schemaPath:"#/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.ca_file !== undefined && func0.call(data, "ca_file")){
let data4 = data.ca_file;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err9 = {instancePath:instancePath+"/ca_file",schemaPath:"#/properties/ca_file/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/ca_file",schemaPath:"#/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.rules !== undefined && func0.call(data, "rules")){
let data5 = data.rules;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 of Object.keys(data5)){
let data6 = data5[key1];
if(!((((data6 === "error") || (data6 === "warning")) || (data6 === "note")) || (data6 === "off"))){
const err11 = {instancePath:instancePath+"/rules/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/rules/additionalProperties/enum",keyword:"enum",params:{allowedValues: schema11.properties.rules.additionalProperties.enum},message:"must be equal to one of the allowed values"};
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
const err12 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.profiles !== undefined && func0.call(data, "profiles")){
let data7 = data.profiles;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key2 of Object.keys(data7)){
const _errs18 = errors;
if(typeof key2 === "string"){
if(!pattern5.test(key2)){
const err13 = {instancePath:instancePath+"/profiles",schemaPath:"#/properties/profiles/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._-]+$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var valid2 = _errs18 === errors;
if(!valid2){
const err14 = {instancePath:instancePath+"/profiles",schemaPath:"#/properties/profiles/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
for(const key3 of Object.keys(data7)){
let data8 = data7[key3];
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key4 of Object.keys(data8)){
if(!(((((((key4 === "base_url") || (key4 === "environment")) || (key4 === "source_form")) || (key4 === "ca_file")) || (key4 === "api_key")) || (key4 === "api_key_command")) || (key4 === "announced"))){
const err15 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/Profile/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data8.base_url !== undefined && func0.call(data8, "base_url")){
let data9 = data8.base_url;
if(typeof data9 === "string"){
if(!pattern0.test(data9)){
const err16 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/base_url",schemaPath:"#/definitions/Profile/properties/base_url/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/base_url",schemaPath:"#/definitions/Profile/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data8.environment !== undefined && func0.call(data8, "environment")){
let data10 = data8.environment;
if(typeof data10 === "string"){
if(!pattern0.test(data10)){
const err18 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/environment",schemaPath:"#/definitions/Profile/properties/environment/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/environment",schemaPath:"#/definitions/Profile/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data8.source_form !== undefined && func0.call(data8, "source_form")){
let data11 = data8.source_form;
if(typeof data11 === "string"){
if(!pattern0.test(data11)){
const err20 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/source_form",schemaPath:"#/definitions/Profile/properties/source_form/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/source_form",schemaPath:"#/definitions/Profile/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data8.ca_file !== undefined && func0.call(data8, "ca_file")){
let data12 = data8.ca_file;
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
const err22 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/ca_file",schemaPath:"#/definitions/Profile/properties/ca_file/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/ca_file",schemaPath:"#/definitions/Profile/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data8.api_key !== undefined && func0.call(data8, "api_key")){
let data13 = data8.api_key;
if(typeof data13 === "string"){
if(!pattern0.test(data13)){
const err24 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key",schemaPath:"#/definitions/Profile/properties/api_key/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key",schemaPath:"#/definitions/Profile/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data8.api_key_command !== undefined && func0.call(data8, "api_key_command")){
let data14 = data8.api_key_command;
if(typeof data14 === "string"){
if(!pattern0.test(data14)){
const err26 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key_command",schemaPath:"#/definitions/Profile/properties/api_key_command/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key_command",schemaPath:"#/definitions/Profile/properties/api_key_command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data8.announced !== undefined && func0.call(data8, "announced")){
let data15 = data8.announced;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key5 of Object.keys(data15)){
if(!((key5 === "environment") || (key5 === "source_form"))){
const err28 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/announced",schemaPath:"#/definitions/Profile/properties/announced/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data15.environment !== undefined && func0.call(data15, "environment")){
let data16 = data15.environment;
if(typeof data16 === "string"){
if(!pattern0.test(data16)){
const err29 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/announced/environment",schemaPath:"#/definitions/Profile/properties/announced/properties/environment/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/announced/environment",schemaPath:"#/definitions/Profile/properties/announced/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data15.source_form !== undefined && func0.call(data15, "source_form")){
let data17 = data15.source_form;
if(typeof data17 === "string"){
if(!pattern0.test(data17)){
const err31 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/announced/source_form",schemaPath:"#/definitions/Profile/properties/announced/properties/source_form/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/announced/source_form",schemaPath:"#/definitions/Profile/properties/announced/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err33 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/announced",schemaPath:"#/definitions/Profile/properties/announced/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err34 = {instancePath:instancePath+"/profiles/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/Profile/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err35 = {instancePath:instancePath+"/profiles",schemaPath:"#/properties/profiles/type",keyword:"type",params:{type: "object"},message:"must be object"};
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

export const validateProfile = validate11;

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "base_url") || (key0 === "environment")) || (key0 === "source_form")) || (key0 === "ca_file")) || (key0 === "api_key")) || (key0 === "api_key_command")) || (key0 === "announced"))){
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
if(data.base_url !== undefined && func0.call(data, "base_url")){
let data0 = data.base_url;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
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
const err2 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.environment !== undefined && func0.call(data, "environment")){
let data1 = data.environment;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
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
const err4 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.source_form !== undefined && func0.call(data, "source_form")){
let data2 = data.source_form;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err5 = {instancePath:instancePath+"/source_form",schemaPath:"#/properties/source_form/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/source_form",schemaPath:"#/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ca_file !== undefined && func0.call(data, "ca_file")){
let data3 = data.ca_file;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err7 = {instancePath:instancePath+"/ca_file",schemaPath:"#/properties/ca_file/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/ca_file",schemaPath:"#/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.api_key !== undefined && func0.call(data, "api_key")){
let data4 = data.api_key;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err9 = {instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.api_key_command !== undefined && func0.call(data, "api_key_command")){
let data5 = data.api_key_command;
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
const err11 = {instancePath:instancePath+"/api_key_command",schemaPath:"#/properties/api_key_command/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/api_key_command",schemaPath:"#/properties/api_key_command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.announced !== undefined && func0.call(data, "announced")){
let data6 = data.announced;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key1 of Object.keys(data6)){
if(!((key1 === "environment") || (key1 === "source_form"))){
const err13 = {instancePath:instancePath+"/announced",schemaPath:"#/properties/announced/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data6.environment !== undefined && func0.call(data6, "environment")){
let data7 = data6.environment;
if(typeof data7 === "string"){
if(!pattern0.test(data7)){
const err14 = {instancePath:instancePath+"/announced/environment",schemaPath:"#/properties/announced/properties/environment/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/announced/environment",schemaPath:"#/properties/announced/properties/environment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data6.source_form !== undefined && func0.call(data6, "source_form")){
let data8 = data6.source_form;
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
const err16 = {instancePath:instancePath+"/announced/source_form",schemaPath:"#/properties/announced/properties/source_form/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/announced/source_form",schemaPath:"#/properties/announced/properties/source_form/type",keyword:"type",params:{type: "string"},message:"must be string"};
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
const err18 = {instancePath:instancePath+"/announced",schemaPath:"#/properties/announced/type",keyword:"type",params:{type: "object"},message:"must be object"};
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
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

